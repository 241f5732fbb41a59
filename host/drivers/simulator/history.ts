import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Contact } from '#model/entities/contact.ts';
import { copyContacts } from '../../platform/store/contacts/contacts-store.ts';
import type { Database } from '../../platform/store/database.ts';
import { numberEquals } from '../../domain/contacts/index.ts';
import { hearingsBetween, type Hearing } from './happenings.ts';
import { outagesBetween } from './outages.ts';
import type { World, WorldReceiver } from './world.ts';

/** One transaction's worth: lost and done again when the host is killed in the middle. */
const chunkMs = 6 * 3_600_000;
/** Computed between two turns of the event loop: a few ms, so that live contacts and requests do not wait. */
const sliceMs = 10 * 60_000;

export type HistoryOptions = {
  database: Database;
  log: Logger;
  systemId: string;
  world: World;
  rxIds: readonly number[];
  signal: AbortSignal;
};

/**
 * Makes the contacts of all stretches that are still missing, newest first, by COPY. Resolves with how many were stored; when `signal`
 * ends it early, the next call goes on where it stood. A chunk made twice stores nothing twice.
 */
export async function fillHistory(options: HistoryOptions): Promise<number> {
  const { database, log, systemId, signal } = options;
  let stored = 0;
  while (!signal.aborted) {
    const stretch = await newestStretch(database, systemId);
    if (stretch === null) {
      if (stored > 0) log.info({ mitasId: systemId, contacts: stored }, 'simulated history is complete');
      return stored;
    }
    const from = Math.max(stretch.starts, stretch.ends - chunkMs);
    const { accepted } = await copyContacts(database.pool, systemId, contactSlices(options, from, stretch.ends));
    if (signal.aborted) break;
    stored += accepted;
    await shorten(database, systemId, stretch.starts, from);
  }
  return stored;
}

async function newestStretch({ db }: Database, systemId: string): Promise<{ starts: number; ends: number } | null> {
  const row = await db
    .selectFrom('simulation_history')
    .select(['starts', 'ends'])
    .where('system_id', '=', systemId)
    .orderBy('ends', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { starts: row.starts.getTime(), ends: row.ends.getTime() };
}

async function shorten({ db }: Database, systemId: string, starts: number, ends: number): Promise<void> {
  const start = new Date(starts);
  if (ends > starts) {
    await db
      .updateTable('simulation_history')
      .set({ ends: new Date(ends) })
      .where('system_id', '=', systemId)
      .where('starts', '=', start)
      .execute();
  } else {
    await db.deleteFrom('simulation_history').where('system_id', '=', systemId).where('starts', '=', start).execute();
  }
}

async function* contactSlices({ world, rxIds, signal }: HistoryOptions, from: number, to: number): AsyncGenerator<Contact[]> {
  for (let start = from; start < to && !signal.aborted; start += sliceMs) {
    const end = Math.min(to, start + sliceMs);
    yield toContacts(hearingsBetween(world, start, end, listeningIn(world, start, end)), rxIds);
    await nextTurn();
  }
}

/** Whether a receiver works at a time, with its outages of the stretch worked out once. */
export function listeningIn(world: World, from: number, to: number): (receiver: WorldReceiver, ts: number) => boolean {
  const outages = world.receivers.map((receiver) => outagesBetween(world, receiver, from, to));
  return ({ key }, ts) => !(outages[key] ?? []).some((outage) => ts >= outage.start && ts < outage.end);
}

/** Hearings as contacts of the receivers with these ids; equal ones numbered. */
export function toContacts(hearings: readonly Hearing[], rxIds: readonly number[]): Contact[] {
  const contacts = hearings.flatMap(({ receiver, ...heard }): Contact[] => {
    const rxId = rxIds[receiver];
    return rxId === undefined ? [] : [{ rxId, ...heard }];
  });
  return numberEquals(contacts);
}
