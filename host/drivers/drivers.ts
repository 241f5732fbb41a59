import type { Drivers } from '../domain/fleet/index.ts';
import { startReplay } from './replay/replay-driver.ts';
import { startSimulation } from './simulator/simulation-driver.ts';

/** Every driver that this host has. */
export const drivers: Drivers = { startSimulation, startReplay };
