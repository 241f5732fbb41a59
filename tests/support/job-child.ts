import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { pino } from 'pino';
import * as v from 'valibot';
import { doing, type JobKind } from '../../host/platform/jobs/job-kind.ts';
import { startJobs } from '../../host/platform/jobs/jobs.ts';
import { connectDatabase, inTransaction } from '../../host/platform/store/database.ts';

/** A job that runs until the test ends it, and shows who finished it. */
export const heldJob: JobKind<string> = {
  name: 'held',
  title: 'Work of a test',
  input: v.string(),
  deadlineSeconds: 600,
  retries: 5,
  longestPauseSeconds: 1,
  mostWaiting: 10,
  atOnce: 1,
};

/**
 * A process that only runs the product's jobs, for tests that kill or stop it. It does held jobs of the
 * database at the given address, under a name. It prints `took INPUT` and waits for the line `finish INPUT`.
 * Then it writes who finished the job, in the transaction that holds it, and prints `finished`, or `lost` if
 * another process has the job. It prints `aborted` when the job is aborted. The line `close` ends it
 * normally.
 */
if (import.meta.main) {
  const [url = '', name = ''] = process.argv.slice(2);
  const log = pino({ level: 'debug' }, pino.destination(2));
  const database = await connectDatabase(url, log);
  const told = new Set<string>();
  const tellings = new EventEmitter().setMaxListeners(0);
  const work = doing(heldJob, async (input, { signal, hold }) => {
    say(`took ${input}`);
    signal.addEventListener('abort', () => say('aborted'));
    while (!told.has(input)) await once(tellings, 'finish');
    try {
      await inTransaction(database, async (transaction) => {
        await hold(transaction);
        await sql`insert into finishes values (${input}, ${name})`.execute(transaction.db);
      });
      say('finished');
    } catch (error) {
      say(`lost ${String(error)}`);
    }
  });
  const jobs = await startJobs({ database, log, works: [work], lookSeconds: 0.5 });
  createInterface(process.stdin).on('line', (line) => {
    if (line === 'close') return void close();
    told.add(line.replace('finish ', ''));
    tellings.emit('finish');
  });
  const close = async () => {
    await jobs.close();
    await database.close();
    say('closed');
    process.stdin.destroy();
  };
  say(`ready ${name}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
