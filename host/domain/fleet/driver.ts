import type { Logger } from 'pino';
import type { Contact } from '#model/entities/contact.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Leases } from '../../platform/leases/leases.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Intake } from '../contacts/index.ts';

/** What every driver needs. */
export type DriverParts = {
  database: Database;
  bus: Bus;
  intake: Intake;
  leases: Leases;
  log: Logger;
  systemId: string;
};

/** A driver's state for the health endpoint. Contains no secrets. */
export type DriverStatus = {
  state: 'starting' | 'running' | 'waiting' | 'failing';
  history?: 'filling' | 'complete';
  error?: string;
};

/**
 * Generates what a system's receivers send: the simulator, or the replay of an imported history (SIM-2,
 * RPL-1).
 */
export type Driver = { status(): DriverStatus; close(): Promise<void> };

/** A replay, and the contacts that it has played, for consoles that reconnect. */
export type ReplayDriver = Driver & { playedContacts(sinceMs: number, limit: number): Promise<Contact[]> };

/** The drivers of the fleet. Each starts at once and runs for one system until it is closed. */
export type Drivers = {
  /** `seed` generates the world of a system that is simulated for the first time. */
  startSimulation(options: DriverParts & { seed: number }): Driver;
  /** `settings` come from the database. `isWatched` is true while a console shows the system. */
  startReplay(options: DriverParts & { settings: Record<string, unknown>; isWatched: () => boolean }): ReplayDriver;
};
