import { statesLookedAt, uploadsEvery } from '#model/receivers/upload-rhythm.ts';
import type { Db } from '../../platform/store/database.ts';
import { type NotedReceiver, noteUploads } from '../../platform/store/fleet/heard-receivers.ts';
import { latestStates } from '../../platform/store/fleet/receiver-states.ts';

/**
 * Stores the interval between a receiver's uploads (RX-44). Call it when the receiver goes offline, which
 * completes its last visit. Returns what was stored, or undefined if the receiver was never heard.
 */
export async function noteRhythm(within: Db, rxId: number): Promise<NotedReceiver | undefined> {
  const states = await latestStates(within, rxId, statesLookedAt);
  return noteUploads(within, rxId, uploadsEvery(states.map(({ status, ts }) => ({ state: status, ts }))));
}
