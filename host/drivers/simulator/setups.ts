import { isDeepStrictEqual } from 'node:util';
import { configFrom, familyOf, settingsOf } from '#model/config/config.ts';
import type { Settings } from '#model/config/settings.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { type SimulatedReceiver, settingsOfReceivers } from '../../platform/store/fleet/receivers.ts';
import { type SetupSince, noteSetups } from '../../platform/store/fleet/simulated-setups.ts';
import type { Setup } from '../../platform/store/schema.ts';
import { foundingConfig } from './founding-config.ts';
import type { Period } from './happenings.ts';
import { type Listener, listenerOf, plannedListeners } from './listener.ts';
import { firstJoinedKey, hardwareOf, keyOf } from './members.ts';
import { type Coordinates, toPoint } from './river.ts';
import type { World } from './world.ts';

/** The world with the ids of its planned receivers. */
type Populated = { world: World; rxIds: readonly number[] };

/**
 * Returns the model of a receiver (RX-1): from the plan, or, if it joined later, the one that people entered.
 * An unknown model hears as an Orion.
 */
export function modelOf({ world }: Populated, key: number, { model, named_model }: SimulatedReceiver): 0 | 1 {
  const planned = world.receivers[key]?.model;
  if (planned !== undefined) return planned;
  const named = named_model === receiverModels.unknown ? model : named_model;
  return named === receiverModels.ares ? receiverModels.ares : receiverModels.orion;
}

/** Complete settings for a model, as read at a revision. */
type ReadSettings = { rev: number; model: 0 | 1; settings: Settings };
/** The input of `SetupsFollowed`: the world, the database, the system, and the lease to write under. */
type FollowingParts = Populated & { database: Database; systemId: string; lease: Pick<Lease, 'hold'> };
/** The listeners made so far, by setup. */
type Listening = WeakMap<Setup, Listener>;

/**
 * Follows the settings that people change: they decide what each receiver of a simulated system hears
 * (SIM-8). Before a change takes effect, it is stored with its time, so that the same contacts can be
 * computed again later (SIM-10).
 */
export class SetupsFollowed {
  readonly #parts: FollowingParts;
  readonly #settings = new Map<number, ReadSettings>();
  readonly #listening: Listening = new WeakMap();
  #newest: ReadonlyMap<number, SetupSince>;
  #seen = '';
  #listeners: readonly Listener[] = [];

  /** `newest` are the latest stored setups. */
  constructor(parts: FollowingParts, newest: readonly SetupSince[]) {
    this.#parts = parts;
    this.#newest = new Map(newest.map((noted) => [noted.rxId, noted]));
  }

  /**
   * Returns the listeners from `since` (ms) on, according to the current receivers. Rejects if the database
   * fails.
   */
  async listeners(rows: readonly SimulatedReceiver[], since: number): Promise<readonly Listener[]> {
    const seen = JSON.stringify(rows.map((row) => ({ ...row, status: null })));
    if (seen === this.#seen) return this.#listeners;
    await this.#readSettings(rows);
    const newest = new Map(this.#newest);
    const changed = this.#setupsOf(rows).flatMap(({ rxId, setup }): SetupSince[] => {
      const isNoted = newest.has(rxId) || keyOf(this.#parts.rxIds, rxId) >= firstJoinedKey;
      return isNoted && isDeepStrictEqual(newest.get(rxId)?.setup ?? null, setup) ? [] : [{ rxId, since, setup }];
    });
    if (changed.length > 0) await this.#note(changed);
    for (const one of changed) newest.set(one.rxId, one);
    this.#newest = newest;
    this.#listeners = listenersAt(this.#parts, [...newest.values()], Infinity, this.#listening);
    this.#seen = seen;
    return this.#listeners;
  }

  async #note(changed: readonly SetupSince[]): Promise<void> {
    const { database, systemId, lease } = this.#parts;
    await inTransaction(database, async (transaction) => {
      await lease.hold(transaction);
      await noteSetups(transaction, systemId, changed);
    });
  }

  async #readSettings(rows: readonly SimulatedReceiver[]): Promise<void> {
    const { database, systemId, rxIds } = this.#parts;
    const present = new Map(rows.map((row) => [row.id, row]));
    for (const id of this.#settings.keys()) if (!present.has(id)) this.#settings.delete(id);
    const model = (row: SimulatedReceiver) => modelOf(this.#parts, keyOf(rxIds, row.id), row);
    const changed = rows.filter((row) => {
      const read = this.#settings.get(row.id);
      return read?.rev !== row.rev || read.model !== model(row);
    });
    if (changed.length === 0) return;
    const stored = await settingsOfReceivers(
      database,
      systemId,
      changed.map(({ id }) => id),
    );
    for (const row of changed) {
      const settings = stored.get(row.id);
      const read = { rev: row.rev, model: model(row) };
      if (settings !== undefined) this.#settings.set(row.id, { ...read, settings: wholeSettings(read.model, settings) });
    }
  }

  #setupsOf(rows: readonly SimulatedReceiver[]): { rxId: number; setup: Setup | null }[] {
    const placeOf = placesOf(this.#parts, rows);
    const present = new Set(rows.map(({ id }) => id));
    const gone = [...new Set([...this.#parts.rxIds, ...this.#newest.keys()])].filter((rxId) => !present.has(rxId));
    return [
      ...rows.map((row) => ({ rxId: row.id, setup: this.#setupOf(row, placeOf(row)) })),
      ...gone.map((rxId) => ({ rxId, setup: null })),
    ];
  }

  #setupOf({ id, enabled }: SimulatedReceiver, place: Coordinates | null): Setup | null {
    const read = this.#settings.get(id);
    return enabled && place !== null && read !== undefined ? { model: read.model, ...place, settings: read.settings } : null;
  }
}

/**
 * Returns settings completed with the defaults, so that a later change of a default does not change the past.
 */
function wholeSettings(model: 0 | 1, stored: Settings): Settings {
  return familyOf(model) === 'ares'
    ? settingsOf('ares', configFrom('ares', stored))
    : settingsOf('orion', configFrom('orion', stored));
}

/**
 * Returns a function that gives a receiver's place (SIM-9): its own coordinates, else the middle of the
 * located receivers at its site, else its place in the plan; null if unknown.
 */
function placesOf({ world, rxIds }: Populated, rows: readonly SimulatedReceiver[]) {
  const located = rows.flatMap(({ site_id, ...row }) => {
    const own = ownPlace(row);
    return own === null || site_id === null ? [] : [{ site_id, ...own }];
  });
  const bySite = Map.groupBy(located, ({ site_id }) => site_id);
  return (row: SimulatedReceiver): Coordinates | null => {
    const there = row.site_id === null ? undefined : bySite.get(row.site_id);
    return ownPlace(row) ?? middleOf(there) ?? plannedPlace(world, keyOf(rxIds, row.id));
  };
}

function ownPlace({ latitude, longitude }: Pick<SimulatedReceiver, 'latitude' | 'longitude'>): Coordinates | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function middleOf(places: readonly Coordinates[] | undefined): Coordinates | null {
  if (places === undefined || places.length === 0) return null;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { latitude: mean(places.map((place) => place.latitude)), longitude: mean(places.map((place) => place.longitude)) };
}

function plannedPlace({ receivers }: World, key: number): Coordinates | null {
  const planned = receivers[key];
  return planned === undefined ? null : { latitude: planned.latitude, longitude: planned.longitude };
}

/**
 * Returns the listeners at a time (ms), given the stored setups in time order. A planned receiver without a
 * setup (SIM-10) has its founding configuration during the initial history: otherwise beacons would seem to
 * fall silent when the study begins. After that, it listens as planned.
 */
function listenersAt({ world, rxIds }: Populated, setups: readonly SetupSince[], ts: number, made: Listening): Listener[] {
  const inForce = new Map(setups.filter(({ since }) => since <= ts).map(({ rxId, setup }) => [rxId, setup]));
  const planned = world.receivers.filter(({ key }) => !inForce.has(rxIds[key] as number));
  const listeners =
    ts < world.liveFrom
      ? planned.map((receiver) => listenerOf(receiver, receiver, foundingConfig(world, receiver)))
      : plannedListeners(world, planned);
  for (const [rxId, setup] of inForce) {
    if (setup === null) continue;
    const listener = made.get(setup) ?? listenerBy(world, keyOf(rxIds, rxId), setup);
    made.set(setup, listener);
    listeners.push(listener);
  }
  return listeners;
}

function listenerBy(world: World, key: number, { model, latitude, longitude, settings }: Setup): Listener {
  const place = toPoint(world.river.origin, { latitude, longitude });
  const config = familyOf(model) === 'ares' ? { ares: configFrom('ares', settings) } : { orion: configFrom('orion', settings) };
  return listenerOf(hardwareOf(world, key, model), place, config);
}

/** A period with its listeners. */
export type SetupPeriod = Period & { listeners: readonly Listener[] };

/**
 * Divides a period at changes of setups and at the start of the study. `setups` come from `setupsWithin` for
 * that period.
 */
export function setupPeriods(populated: Populated, setups: readonly SetupSince[], { from, to }: Period): SetupPeriod[] {
  const made: Listening = new WeakMap();
  const cuts = [populated.world.liveFrom, ...setups.map(({ since }) => since)];
  const starts = [...new Set([from, ...cuts.filter((cut) => cut > from && cut < to)])].sort((a, b) => a - b);
  return starts.map((start, i) => ({
    from: start,
    to: starts[i + 1] ?? to,
    listeners: listenersAt(populated, setups, start, made),
  }));
}
