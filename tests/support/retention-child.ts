import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { type Jobs, startJobs } from '../../host/platform/jobs/jobs.ts';
import { retentionWork } from '../../host/platform/retention/retention-work.ts';
import { connectDatabase } from '../../host/platform/store/database.ts';
import { standingAt } from './retention-stage.ts';

/**
 * A process with only the product's retention, for tests that kill it. It does the jobs of the database at
 * the given address, with its clock stopped at the given time. The line `close` ends it normally.
 */
const [url = '', time = ''] = process.argv.slice(2);
const log = pino({ level: 'debug' }, pino.destination(2));
const database = await connectDatabase(url, log);
const runner = Promise.withResolvers<Jobs>();
const works = retentionWork({ database, jobs: () => runner.promise, log, clock: standingAt(Number(time)) });
const jobs = await startJobs({ database, log, works, lookSeconds: 0.5 });
runner.resolve(jobs);
createInterface(process.stdin).on('line', () => void close());
process.stdout.write('ready\n');

async function close(): Promise<void> {
  await jobs.close();
  await database.close();
  process.stdin.destroy();
}
