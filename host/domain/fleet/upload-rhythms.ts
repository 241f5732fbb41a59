import { statesLookedAt, uploadsEvery } from '#model/receivers/upload-rhythm.ts';
import type { Db } from '../../platform/store/database.ts';
import { type NotedReceiver, noteUploads } from '../../platform/store/fleet/heard-receivers.ts';
import { latestStates } from '../../platform/store/fleet/receiver-states.ts';

/**
 * Notes of a receiver that went offline how far apart it uploads (RX-44): what it does is known by its last
 * visit, when that is over. Answers what is noted; undefined where it was never heard.
 */
export async function noteRhythm(within: Db, rxId: number): Promise<NotedReceiver | undefined> {
  const states = await latestStates(within, rxId, statesLookedAt);
  return noteUploads(within, rxId, uploadsEvery(states.map(({ status, ts }) => ({ state: status, ts }))));
}
