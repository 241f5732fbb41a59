import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Contact } from '#model/entities/contact.ts';
import { copyContacts } from '../../platform/store/contacts/contacts-store.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { actionsDone } from '../../platform/store/fleet/simulated-actions.ts';
import { setupsWithin } from '../../platform/store/fleet/simulated-setups.ts';
import { newestMissingStretch, shortenMissingStretch } from '../../platform/store/fleet/simulations.ts';
import { numberEquals } from '../../domain/contacts/index.ts';
import { withActions } from './actions.ts';
import { hearingsBetween, type Hearing, type Period } from './happenings.ts';
import { rxIdOf } from './members.ts';
import { type Linked, outagesBetween } from './outages.ts';
import { readTagTimes } from './tag-times.ts';
import { type SetupPeriod, setupPeriods } from './setups.ts';
import type { World } from './world.ts';

/**
 * How much history (ms) one transaction stores. If the host is killed, that much is lost and computed again.
 */
const chunkMs = 6 * 3_600_000;
/**
 * The period (ms) computed in one turn of the event loop. It takes only a few ms, so that live contacts do
 * not wait.
 */
const sliceMs = 10 * 60_000;

export type HistoryOptions = {
  database: Database;
  log: Logger;
  systemId: string;
  world: World;
  rxIds: readonly number[];
  lease: Pick<Lease, 'hold'>;
  signal: AbortSignal;
};

/**
 * Creates the contacts of all missing periods by COPY, newest first. Resolves with the number stored. If
 * `signal` ends it early, the next call continues there. Contacts of a chunk that is created twice are stored
 * once.
 */
export async function fillHistory(options: HistoryOptions): Promise<number> {
  const { database, log, systemId, lease, signal } = options;
  let stored = 0;
  while (!signal.aborted) {
    const stretch = await newestMissingStretch(database, systemId);
    if (stretch === null) {
      if (stored > 0) log.info({ mitasId: systemId, contacts: stored }, 'simulated history is complete');
      return stored;
    }
    const from = Math.max(stretch.starts, stretch.ends - chunkMs);
    const setups = await setupsWithin(database, systemId, from, stretch.ends);
    const periods = setupPeriods(options, setups, { from, to: stretch.ends });
    const end = await database.ingest.histories.take(0);
    let accepted: number;
    try {
      const actions = await actionsDone(database, systemId);
      const tagTimes = await readTagTimes(database, systemId, options.world);
      const world = withActions({ ...options.world, actions: new Map(), tagTimes }, options.rxIds, actions);
      const hold = lease.hold.bind(lease);
      ({ accepted } = await copyContacts(database.ingest.pool, systemId, contactSlices({ ...options, world }, periods), {
        hold,
      }));
    } finally {
      // End the turn even after a failure: otherwise no other history could be stored.
      end();
    }
    if (signal.aborted) break;
    stored += accepted;
    await inTransaction(database, async (transaction) => {
      await lease.hold(transaction);
      await shortenMissingStretch(transaction, systemId, { starts: stretch.starts, ends: from });
    });
  }
  return stored;
}

async function* contactSlices(
  { world, rxIds, signal }: HistoryOptions,
  periods: readonly SetupPeriod[],
): AsyncGenerator<Contact[]> {
  for (const { listeners, ...period } of periods) {
    for (let from = period.from; from < period.to && !signal.aborted; from += sliceMs) {
      const slice = { from, to: Math.min(period.to, from + sliceMs) };
      yield toContacts(hearingsBetween(world, listeners, slice, workingIn(world, listeners, slice)), rxIds);
      await nextTurn();
    }
  }
}

/**
 * Returns a function that says whether the receiver with a key works at a time in the period. Computes the
 * outages of the period once.
 */
export function workingIn(
  world: World,
  receivers: readonly Linked[],
  { from, to }: Period,
): (key: number, ts: number) => boolean {
  const outages = new Map(receivers.map((receiver) => [receiver.key, outagesBetween(world, receiver, from, to)]));
  return (key, ts) => !(outages.get(key) ?? []).some((outage) => ts >= outage.start && ts < outage.end);
}

/**
 * Converts hearings to contacts and numbers equal ones. `rxIds` are the ids of the planned receivers, in
 * order.
 */
export function toContacts(hearings: readonly Hearing[], rxIds: readonly number[]): Contact[] {
  const contacts = hearings.flatMap(({ receiver, ...heard }): Contact[] => {
    const rxId = rxIdOf(rxIds, receiver);
    return rxId === undefined ? [] : [{ rxId, ...heard }];
  });
  return numberEquals(contacts);
}
