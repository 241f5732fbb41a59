import { hasExpired } from '#model/entities/expiry.ts';
import { inTheWay, notFound, systemExpired } from '../api-error.ts';
import { findSystem, lockSystem } from '../store/accounts/systems.ts';
import type { Db } from '../store/database.ts';
import { countReceivers } from '../store/fleet/receivers.ts';
import type { ChangeWriter } from './change-writer.ts';

/** How many receivers a system has, and takes at the most (RX-9); how many more, 0 where it has expired. */
type Room = { receivers: number; most: number; more: number; hasExpired: boolean };

/**
 * What room a system has for receivers (RX-9, SYS-9, RX-33). The lock makes two who make one at once count
 * one after the other. @throws ApiError 404 where there is no such system.
 */
export async function lockRoom(writer: ChangeWriter): Promise<Room> {
  await lockSystem(writer, writer.systemId);
  return roomOf(writer, writer.systemId);
}

/** The same without a lock: somebody may take it meanwhile. */
export async function roomOf(database: Db, systemId: string): Promise<Room> {
  const system = await findSystem(database, systemId);
  if (system === undefined) throw notFound('There is no such system');
  const isOver = hasExpired(system.expiry?.getTime() ?? null, Date.now());
  const receivers = await countReceivers(database, systemId);
  const most = system.max_receivers;
  return { receivers, most, more: isOver ? 0 : Math.max(0, most - receivers), hasExpired: isOver };
}

/**
 * Refuses receivers that a system has no room for, `more` of them.
 * @throws ApiError 404 where there is no such system, 409 where it is full or has expired.
 */
export async function refuseFull(writer: ChangeWriter, more = 1): Promise<void> {
  const room = await lockRoom(writer);
  if (room.more >= more) return;
  // It may have done so since the call was let in.
  throw room.hasExpired ? systemExpired() : inTheWay(`This system takes at most ${room.most} receivers.`);
}
