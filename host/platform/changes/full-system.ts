import { hasExpired } from '#model/entities/expiry.ts';
import { inTheWay, notFound, systemExpired } from '../api-error.ts';
import { findSystem, lockSystem } from '../store/accounts/systems.ts';
import type { Db } from '../store/database.ts';
import { countReceivers } from '../store/fleet/receivers.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * The number of receivers in a system, the most it may have (RX-9), and how many may be added (0 if it has
 * expired).
 */
type Room = { receivers: number; most: number; more: number; hasExpired: boolean };

/**
 * Returns how many receivers a system can still take (RX-9, SYS-9, RX-33). Locks the system, so that
 * simultaneous additions are counted one after the other.
 * @throws ApiError 404 if there is no such system.
 */
export async function lockRoom(writer: ChangeWriter): Promise<Room> {
  await lockSystem(writer, writer.systemId);
  return roomOf(writer, writer.systemId);
}

/** Like `lockRoom`, but without a lock: others may add receivers before the caller does. */
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
