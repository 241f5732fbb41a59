import type { Logger } from 'pino';
import { createIntake, type StoredContacts } from '../contacts/index.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { WatchedSystem } from '../../platform/store/accounts/systems.ts';
import type { Leases } from '../../platform/leases/leases.ts';
import { newestContacts } from '../../platform/store/contacts/contacts-query.ts';
import type { Database } from '../../platform/store/database.ts';
import { readsOfTheLine } from '../../platform/store/heavy-reads.ts';
import type { Driver, Drivers, DriverStatus, ReplayDriver } from './driver.ts';
import { watchLastContacts } from './last-contacts.ts';
import { watchPresence } from './presence.ts';
import { watchRestored } from './restored-receivers.ts';
import { watchSystems } from './systems-watch.ts';

export type FleetOptions = {
  database: Database;
  bus: Bus;
  log: Logger;
  drivers: Drivers;
  leases: Leases;
  /** The seed of simulated worlds. It counts when a system is simulated for the first time. */
  seed: number;
  simulator: 'on' | 'off';
  /** True while a console shows the system: its history is replayed only then. */
  isWatched: (mitasId: string) => boolean;
};

/** `simulator` is 'starting' until all simulated systems run, and 'failing' while one cannot. */
export type FleetStatus = {
  simulator: 'off' | 'starting' | 'running' | 'failing';
  systems: Record<string, DriverStatus & { driver: 'simulator' | 'replay' }>;
};

export type Fleet = {
  status(): FleetStatus;
  /**
   * The hub's port to stored contacts. Contacts of a replayed system have the times at which they were
   * played.
   */
  storedContacts: StoredContacts;
  /** Checks at once for systems that were added or removed. */
  look(): void;
  close(): Promise<void>;
};

type Running = { driver: Driver | ReplayDriver; kind: 'simulator' | 'replay'; key: string };

/**
 * Runs the drivers of all systems: the simulator for simulated systems, the replay for imported ones.
 * Maintains the states of receivers that are not simulated. Returns at once; systems start in the background
 * and follow later changes.
 */
export function startFleet(options: FleetOptions): Fleet {
  const { database, bus, log, leases, simulator, isWatched } = options;
  const intake = createIntake({ database: database.ingest, bus, log });
  const running = new Map<string, Running>();
  /**
   * True for a replay that this host is not playing. Another host of the database may be playing it, but this
   * host then hears none of it.
   */
  const isResting = (id: string) => {
    const of = running.get(id);
    return of?.kind === 'replay' && of.driver.status().state !== 'running';
  };
  const endRestored = watchRestored({ database, bus, log });
  const endLastContacts = watchLastContacts({ database, bus, log });
  const presence = watchPresence({ database, bus, log, isResting });
  let simulated: readonly string[] | null = null;

  const follow = async (systems: WatchedSystem[], changed: readonly string[] | null) => {
    const wanted = new Map(systems.flatMap((system) => wantedDriver(system, simulator)));
    for (const [id, { driver, key }] of running) {
      if (wanted.get(id)?.key === key) continue;
      running.delete(id);
      await driver.close();
    }
    for (const [systemId, { kind, key, replay }] of wanted) {
      if (running.has(systemId)) continue;
      const parts = { database, bus, intake, leases, log, systemId };
      const driver =
        kind === 'simulator'
          ? options.drivers.startSimulation({ ...parts, seed: options.seed })
          : options.drivers.startReplay({ ...parts, settings: replay, isWatched: () => isWatched(systemId) });
      running.set(systemId, { driver, kind, key });
    }
    // Leave out simulated systems, even if another host simulates them: the simulator sets their states.
    presence.follow(systems.filter((system) => system.running && system.kind !== 'simulated').map((system) => system.id));
    simulated = [...running].filter(([, { kind }]) => kind === 'simulator').map(([id]) => id);
    if (changed !== null && changed.length > 0) bus.publish({ kind: 'systemsChanged', mitasIds: changed });
  };
  const watch = watchSystems(database, log, follow);

  return {
    look: () => watch.look(),
    status: () => ({
      simulator: simulator === 'off' ? 'off' : simulatorStatus(simulated, running),
      systems: Object.fromEntries([...running].map(([id, { driver, kind }]) => [id, { driver: kind, ...driver.status() }])),
    }),
    storedContacts: (mitasId, sinceMs, limit, gone) => {
      const driver = running.get(mitasId)?.driver;
      if (driver !== undefined && 'playedContacts' in driver) return driver.playedContacts(sinceMs, limit);
      return database.reads.read(readsOfTheLine, gone, ({ client }) => newestContacts(client, mitasId, sinceMs, limit));
    },
    close: async () => {
      await watch.close();
      await presence.close();
      await endLastContacts();
      await endRestored();
      await Promise.all([...running.values()].map(({ driver }) => driver.close()));
    },
  };
}

/** The driver that a system needs. A running driver is replaced when its key changes. */
type Wanted = { kind: Running['kind']; key: string; replay: Record<string, unknown> };

function wantedDriver(system: WatchedSystem, simulator: 'on' | 'off'): [id: string, wanted: Wanted][] {
  if (!system.running) return [];
  const replay = system.replay ?? {};
  if (system.kind === 'simulated' && simulator === 'on') return [[system.id, { kind: 'simulator', key: 'simulator', replay }]];
  if (system.kind === 'replay') return [[system.id, { kind: 'replay', key: `replay ${JSON.stringify(replay)}`, replay }]];
  return [];
}

function simulatorStatus(simulated: readonly string[] | null, drivers: ReadonlyMap<string, Running>): FleetStatus['simulator'] {
  if (simulated === null) return 'starting';
  const states = simulated.map((id) => drivers.get(id)?.driver.status().state);
  if (states.includes('failing')) return 'failing';
  return states.includes('starting') ? 'starting' : 'running';
}
