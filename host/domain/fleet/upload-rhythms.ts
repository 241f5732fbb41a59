import { statesLookedAt, uploadsEvery } from '#model/receivers/upload-rhythm.ts';
import type { Db } from '../../platform/store/database.ts';
import { type NotedReceiver, noteUploads } from '../../platform/store/fleet/heard-receivers.ts';
import { latestStates } from '../../platform/store/fleet/receiver-states.ts';

/**
 * When a receiver goes offline, stores the interval between its uploads (RX-44), which its finished visit
 * completes. Returns what was stored, or undefined if the receiver was never heard.
 */
export async function noteRhythm(within: Db, rxId: number): Promise<NotedReceiver | undefined> {
  const states = await latestStates(within, rxId, statesLookedAt);
  return noteUploads(within, rxId, uploadsEvery(states.map(({ status, ts }) => ({ state: status, ts }))));
}
