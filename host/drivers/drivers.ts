import type { Drivers } from '../domain/fleet/index.ts';
import { startReplay } from './replay/replay-driver.ts';
import { startSimulation } from './simulator/simulation-driver.ts';

/** All drivers of this host. */
export const drivers: Drivers = { startSimulation, startReplay };
