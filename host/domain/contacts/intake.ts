import type { Contact } from '#model/entities/contact.ts';
import { windowMs } from '#model/live/live-settings.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { type Brought, insertContacts, insertTogether, type LockTimeout } from '../../platform/store/contacts/contacts-store.ts';
import { listenersOf } from '../../platform/store/contacts/listeners.ts';
import type { Lane } from '../../platform/store/pools.ts';
import { type Unshown, unshownAmong } from '../../platform/store/fleet/retired-receivers.ts';
import {
  insertSequencedContacts,
  type SequencedContact,
  type SequencedRefusal,
} from '../../platform/store/contacts/sequenced-contacts.ts';
import { reportStillSending, type WarningLog } from './still-sending.ts';
import { dueReports, type Retired, retiredOf } from './unshown.ts';

/** Stores the contacts of receivers, real and simulated alike (CON-12). */
export type Intake = {
  /**
   * Stores new contacts. Then publishes which receivers were heard (RX-23; old contacts and duplicates
   * count), and the contacts that are new and recent enough for a live screen (CON-12: 5 minutes). Publishes
   * neither for a retired receiver (RX-37), and only the first if the receiver is disabled or its system has
   * expired (ING-14). The caller must have resolved the receivers and numbered equal contacts. In the result,
   * `refused` are contacts of days that are no longer kept, and `gone` those of receivers that were deleted
   * before the contacts were stored. Rejects if the database fails.
   */
  accept(systemId: string, contacts: readonly Contact[]): Promise<TakenIn>;
  /**
   * Like `accept`, for several senders in one transaction, which waits for a lock up to `lockTimeout`.
   * Returns a result for each sender, in order. If it rejects, nothing was stored.
   */
  acceptTogether(all: readonly Brought[], lockTimeout: LockTimeout): Promise<TakenIn[]>;
  /**
   * Like `accept`, for contacts that the sender has numbered for this key: the numbers tell equal contacts
   * apart.
   */
  acceptSequenced(
    systemId: string,
    keyId: number,
    contacts: readonly SequencedContact[],
  ): Promise<Accepted & { refused: SequencedRefusal[] }>;
};

type Accepted = { accepted: number; duplicates: number; unshown?: Unshown[] };

/** The result for the contacts of one sender. */
export type TakenIn = Accepted & { refused: Contact[]; gone?: Contact[] };

/** `now` returns ms since the epoch. */
export type IntakeParts = { database: Lane; bus: Bus; log: WarningLog; now?: () => number };

export function createIntake({ database, bus, log, now = Date.now }: IntakeParts): Intake {
  type Batch = { accepted: readonly Contact[]; listeners: readonly number[]; unshown: readonly Unshown[] };
  /** Publishes stored contacts. Returns the retired receivers whose report is due (RX-37). */
  function publish(systemId: string, { accepted, listeners, unshown }: Batch): Retired[] {
    const hidden = new Set(unshown.map(({ id }) => id));
    const retired = new Set(retiredOf(unshown).map(({ id }) => id));
    const rxIds = retired.size === 0 ? listeners : listeners.filter((rxId) => !retired.has(rxId));
    if (rxIds.length > 0) bus.publish({ kind: 'heard', mitasId: systemId, rxIds });
    const newest = newestOf(accepted.filter(({ rxId }) => !retired.has(rxId)));
    if (newest.length > 0) bus.publish({ kind: 'newestContacts', mitasId: systemId, newest });
    const oldest = now() - windowMs;
    const live = accepted.filter(({ rxId, ts }) => ts >= oldest && !hidden.has(rxId));
    if (live.length > 0) bus.publish({ kind: 'contacts', mitasId: systemId, contacts: live });
    if (retired.size === 0) return [];
    const still = newestOf(accepted.filter(({ rxId }) => retired.has(rxId)));
    return dueReports(unshown, new Map(still.map(({ rxId, ts }) => [rxId, ts])));
  }
  const saying = (unshown: Unshown[]) => (unshown.length === 0 ? {} : { unshown });
  const report = (systemId: string, still: readonly Retired[]) => reportStillSending({ database, bus, log }, systemId, still);
  async function acceptTogether(all: readonly Brought[], lockTimeout: LockTimeout): Promise<TakenIn[]> {
    const unshown = await unshownAmong(database, listenersOf(all.flatMap(({ contacts }) => contacts)));
    const stored = await insertTogether(database.pool, all, lockTimeout);
    const bySystem = Map.groupBy(all.keys(), (place) => (all[place] as Brought).systemId);
    for (const [systemId, places] of bySystem) {
      const listeners = listenersOf(places.flatMap((place) => all[place]?.contacts ?? []));
      const own = new Set(listeners);
      const still = publish(systemId, {
        accepted: places.flatMap((place) => stored[place]?.accepted ?? []),
        listeners,
        unshown: unshown.filter(({ id }) => own.has(id)),
      });
      // Everything is stored, so no reply has to wait for another system's report.
      void report(systemId, still);
    }
    return stored.map(({ accepted: { length }, ...rest }, place) => {
      const takenIn = { accepted: length, ...rest };
      if (unshown.length === 0) return takenIn;
      const own = new Set(listenersOf(all[place]?.contacts ?? []));
      return { ...takenIn, ...saying(unshown.filter(({ id }) => own.has(id))) };
    });
  }
  return {
    acceptTogether,
    async accept(systemId, contacts) {
      const listeners = listenersOf(contacts);
      const unshown = await unshownAmong(database, listeners);
      const { accepted, ...rest } = await insertContacts(database.pool, systemId, contacts);
      await report(systemId, publish(systemId, { accepted, listeners, unshown }));
      return { accepted: accepted.length, ...rest, ...saying(unshown) };
    },
    async acceptSequenced(systemId, keyId, contacts) {
      const listeners = listenersOf(contacts.map(({ contact }) => contact));
      const unshown = await unshownAmong(database, listeners);
      const { accepted, duplicates, refused } = await insertSequencedContacts(database.pool, systemId, keyId, contacts);
      await report(systemId, publish(systemId, { accepted, listeners, unshown }));
      return { accepted: accepted.length, duplicates, refused, ...saying(unshown) };
    },
  };
}

/** Returns the time of the newest contact of each receiver. */
function newestOf(contacts: readonly Contact[]): { rxId: number; ts: number }[] {
  const newest = new Map<number, number>();
  for (const { rxId, ts } of contacts) if (ts > (newest.get(rxId) ?? -Infinity)) newest.set(rxId, ts);
  return [...newest].map(([rxId, ts]) => ({ rxId, ts }));
}
