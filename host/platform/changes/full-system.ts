import { hasExpired } from '#model/entities/expiry.ts';
import { inTheWay, notFound, systemExpired } from '../api-error.ts';
import { findSystem, lockSystem } from '../store/accounts/systems.ts';
import type { Db } from '../store/database.ts';
import { countReceivers } from '../store/fleet/receivers.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * The number of receivers a system has, the largest number (RX-9), and how many may be added (0 if expired).
 */
type Room = { receivers: number; most: number; more: number; hasExpired: boolean };

/**
 * Returns how many receivers a system can still take (RX-9, SYS-9, RX-33). The lock makes simultaneous
 * additions count one after the other.
 * @throws ApiError 404 if there is no such system.
 */
export async function lockRoom(writer: ChangeWriter): Promise<Room> {
  await lockSystem(writer, writer.systemId);
  return roomOf(writer, writer.systemId);
}

/** Like `lockRoom`, without a lock: the room may be taken before the caller uses it. */
export async function roomOf(database: Db, systemId: string): Promise<Room> {
  const system = await findSystem(database, systemId);
  if (system === undefined) throw notFound('There is no such system');
  const isOver = hasExpired(system.expiry?.getTime() ?? null, Date.now());
  const receivers = await countReceivers(database, systemId);
  const most = system.max_receivers;
  return { receivers, most, more: isOver ? 0 : Math.max(0, most - receivers), hasExpired: isOver };
}

/**
 * Refuses to add `more` receivers if the system has no room for them.
 * @throws ApiError 404 if there is no such system, 409 if it is full or has expired.
 */
export async function refuseFull(writer: ChangeWriter, more = 1): Promise<void> {
  const room = await lockRoom(writer);
  if (room.more >= more) return;
  // The system may have expired after the call was accepted.
  throw room.hasExpired ? systemExpired() : inTheWay(`This system takes at most ${room.most} receivers.`);
}
