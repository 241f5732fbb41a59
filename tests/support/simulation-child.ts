import process from 'node:process';
import { pino } from 'pino';
import { createIntake } from '../../host/domain/contacts/intake.ts';
import { startSimulation } from '../../host/drivers/simulator/simulation-driver.ts';
import { createLocalBus } from '../../host/platform/bus/bus.ts';
import { type Lease, openLeases } from '../../host/platform/leases/leases.ts';
import { connectDatabase } from '../../host/platform/store/database.ts';

/**
 * A host process that only simulates a system, for tests that stop it. It stops itself when a file of the
 * simulator is about to write, `before` or `after` it holds its lease, and prints each new state.
 */
const [url = '', systemId = '', file = '', when = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = await connectDatabase(url, log);
// No clock of this process notices the pause: only the fence can detect it.
const leases = openLeases({ database, log, clocks: () => ({ wall: 0, steady: 0 }) });
const bus = createLocalBus();
const intake = createIntake({ database, bus, log });
let hasStopped = false;

const driver = startSimulation({
  database,
  bus,
  intake,
  log,
  systemId,
  seed: 7,
  leases: {
    ...leases,
    async take(...asked) {
      const taking = await leases.take(...asked);
      return taking.lease === null ? taking : { lease: stopping(taking.lease) };
    },
  },
});
let told = '';
setInterval(() => {
  const { state } = driver.status();
  if (state !== told) say(`state ${(told = state)}`);
}, 20);

function stopping(lease: Lease): Lease {
  return {
    get lost() {
      return lease.lost;
    },
    async hold(transaction) {
      const asking = new Error('who asks').stack?.split('\n').find((line) => line.includes('/simulator/'));
      const isThere = asking?.includes(`/simulator/${file}:`) === true;
      if (isThere && when === 'before') stop();
      await lease.hold(transaction);
      if (isThere && when === 'after') stop();
    },
    release: () => lease.release(),
  };
}

function stop(): void {
  if (hasStopped) return;
  hasStopped = true;
  say('stopping');
  process.kill(process.pid, 'SIGSTOP');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
