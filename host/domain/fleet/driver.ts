import type { Logger } from 'pino';
import type { Intake } from '../contacts/intake.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/store/database.ts';

/** What every driver works with. */
export type DriverParts = { database: Database; bus: Bus; intake: Intake; log: Logger; systemId: string };

/** How a driver fares, for the health endpoint: nothing in it is secret. */
export type DriverStatus = {
  state: 'starting' | 'running' | 'waiting' | 'failing';
  history?: 'filling' | 'complete';
  error?: string;
};

/** What makes a system's receivers speak: the simulator, or the replay of an imported history (SIM-2, RPL-1). */
export type Driver = { status(): DriverStatus; close(): Promise<void> };
