import process from 'node:process';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openLeases } from '../../host/platform/leases/leases.ts';
import { connectDatabase, inTransaction } from '../../host/platform/store/database.ts';

/**
 * A host process with only leases, for tests that kill and stop it. It takes the simulation of a system, then
 * does what each line of its input says and prints the result. It writes rows of `written`.
 */
const [url = '', systemId = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = await connectDatabase(url, log);
const leases = openLeases({ database, log });
const { lease } = await leases.take('simulation', systemId);
say(lease === null ? 'refused' : 'taken');

for await (const line of createInterface(process.stdin)) {
  if (line === 'lost?') say(`lost ${lease?.lost}`);
  if (line === 'write') say(await outcome(write(() => undefined)));
  if (line === 'write and stop') say(await outcome(write(stop)));
}
await leases.close();
await database.close();

async function write(meanwhile: () => void): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await lease?.hold(transaction);
    meanwhile();
    await sql`insert into written values (${systemId})`.execute(transaction.db);
  });
}

function stop(): void {
  say('stopping');
  process.kill(process.pid, 'SIGSTOP');
}

function outcome(work: Promise<void>): Promise<string> {
  return work.then(
    () => 'written',
    (error: unknown) => `refused: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
