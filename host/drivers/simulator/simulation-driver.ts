import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../../platform/store/error-text.ts';
import { RunningCommands } from '../../domain/commands/index.ts';
import type { Driver, DriverParts, DriverStatus } from '../../domain/fleet/index.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { asksForLease } from '../ask-for-lease.ts';
import { HistoryFilling } from './history-filling.ts';
import { simulatedCommands } from './simulated-commands.ts';
import { openSimulation } from './open-simulation.ts';
import { Simulation } from './simulation.ts';

/**
 * How often (ms) the simulation publishes: often enough to look continuous behind the live screen's 2 s delay
 * (LIVE-4).
 */
const stepMs = 250;
/** How long (ms) to wait before a retry after a failure. */
const waitMs = 5_000;

export type SimulatorOptions = DriverParts & { seed: number; now?: () => number };

/** Runs the simulator for one system until closed. Logs each failure, and retries. */
export function startSimulation(options: SimulatorOptions): Driver {
  const ending = new AbortController();
  let status: DriverStatus = { state: 'starting' };
  const report = (next: DriverStatus) => (status = next);
  const running = superviseSimulation(options, ending.signal, report);
  return {
    status: () => status,
    close: async () => {
      ending.abort();
      await running;
    },
  };
}

type Report = (status: DriverStatus) => void;

async function superviseSimulation(options: SimulatorOptions, signal: AbortSignal, report: Report): Promise<void> {
  const { log, systemId } = options;
  const ask = asksForLease('simulation', options);
  while (!signal.aborted) {
    let lease: Lease | null = null;
    let restMs = waitMs;
    try {
      const taking = await ask();
      lease = taking.lease;
      if (taking.lease === null) restMs = taking.freeInMs;
      else if (!signal.aborted) await simulate(options, taking.lease, signal, report);
      report({ state: 'waiting' });
    } catch (error) {
      const [isLost, reason] = [lease?.lost === true, errorText(error)];
      report(isLost ? { state: 'waiting' } : { state: 'failing', error: reason });
      if (isLost) log.info({ mitasId: systemId, reason }, 'the simulation is left to another host');
      else log.warn({ mitasId: systemId, reason }, 'the simulation stopped; retrying');
    } finally {
      await lease?.release();
    }
    await pause(restMs, signal);
  }
}

async function simulate(options: SimulatorOptions, lease: Lease, signal: AbortSignal, report: Report): Promise<void> {
  const { database, bus, log, systemId, seed, now = Date.now } = options;
  const open = await openSimulation(database, systemId, seed, now(), lease);
  const simulation = new Simulation({ ...options, lease }, open);
  const history = new HistoryFilling({ database, log, systemId, lease, ...open });
  const driver = simulatedCommands({ database, systemId, seed: open.world.seed, receivers: simulation });
  const commands = new RunningCommands({ database, bus, systemId, lease, driver });
  try {
    history.start();
    while (!signal.aborted && !lease.lost) {
      if (await simulation.step(now())) history.start();
      history.check();
      commands.check();
      report({ state: 'running', history: history.filling ? 'filling' : 'complete' });
      await pause(stepMs, signal);
    }
  } finally {
    await Promise.all([history.stop(), commands.stop()]);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // The signal ends the delay early.
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
