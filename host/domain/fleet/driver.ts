import type { Logger } from 'pino';
import type { Contact } from '#model/entities/contact.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Leases } from '../../platform/leases/leases.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Intake } from '../contacts/index.ts';

/** What every driver works with. */
export type DriverParts = {
  database: Database;
  bus: Bus;
  intake: Intake;
  leases: Leases;
  log: Logger;
  systemId: string;
};

/** How a driver fares, for the health endpoint: nothing in it is secret. */
export type DriverStatus = {
  state: 'starting' | 'running' | 'waiting' | 'failing';
  history?: 'filling' | 'complete';
  error?: string;
};

/**
 * What makes a system's receivers speak: the simulator, or the replay of an imported history (SIM-2, RPL-1).
 */
export type Driver = { status(): DriverStatus; close(): Promise<void> };

/** A replay, and what it has played: what a console that was away asks for. */
export type ReplayDriver = Driver & { playedContacts(sinceMs: number, limit: number): Promise<Contact[]> };

/** The drivers that the fleet is given; each starts at once, and runs for one system until it is closed. */
export type Drivers = {
  /** `seed` draws the world of a system that is simulated for the first time. */
  startSimulation(options: DriverParts & { seed: number }): Driver;
  /** `settings` as they stand in the database; `isWatched` while a console looks at the system. */
  startReplay(options: DriverParts & { settings: Record<string, unknown>; isWatched: () => boolean }): ReplayDriver;
};
