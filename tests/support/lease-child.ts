import process from 'node:process';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openLeases } from '../../host/platform/leases/leases.ts';
import { connectDatabase, inTransaction } from '../../host/platform/store/database.ts';

/**
 * A host process as far as its leases go, for tests that kill and stop it: takes the simulation of `river`,
 * then does on each line of its input what that says, and tells what came of it.
 */
const [url = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = await connectDatabase(url, log);
const leases = openLeases({ database, log });
const lease = await leases.take('simulation', 'river');
say(lease === null ? 'refused' : 'taken');

for await (const line of createInterface(process.stdin)) {
  if (line === 'lost?') say(`lost ${lease?.lost}`);
  if (line === 'write') say(await outcome(write(() => Promise.resolve())));
  if (line === 'write slowly') {
    const writing = write(async () => {
      const goneOn = once(process, 'SIGCONT');
      say('writing');
      await goneOn;
    });
    say(await outcome(writing));
  }
  if (line === 'release') await lease?.release();
}
await leases.close();
await database.close();

async function write(meanwhile: () => Promise<unknown>): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await lease?.hold(transaction);
    await meanwhile();
    await sql`select 'written'`.execute(transaction.db);
  });
}

function outcome(work: Promise<void>): Promise<string> {
  return work.then(
    () => 'written',
    (error: unknown) => `refused: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function once(of: NodeJS.Process, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => of.once(signal, () => resolve()));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
