import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError, type QueryResultRow } from 'pg';
import { pino } from 'pino';
import { openDatabase } from '../../host/platform/store/database.ts';

/**
 * A process with only the product's database, for tests that kill it. It opens the database of the given
 * folder, prints the server's port, then writes numbered rows and prints each number once it is committed (or
 * was committed by another such process). Any line on its standard input ends it normally.
 */
const [dataDir = ''] = process.argv.slice(2);
const uniqueViolation = '23505';
const database = await openDatabase({ dataDir, log: pino({ level: 'debug' }, pino.destination(2)) });
say(`port ${new URL(database.url).port}`);
let ending = false;
process.stdin.once('data', () => (ending = true));
await insisting('create table if not exists told (number integer primary key, filler text)', (statement) =>
  database.asOwner(({ pool }) => pool.query(statement)),
);
const [last] = await insisting<{ number: number }>('select coalesce(max(number), 0) as number from told');
for (let number = (last?.number ?? 0) + 1; !ending; number += 1) {
  await insisting(`insert into told values (${number}, repeat('x', 2000))`);
  say(`told ${number}`);
}
await database.close();
say('closed');
process.stdin.destroy();

/** While the server is handed over, statements fail and are tried again on a new connection. */
async function insisting<Row extends QueryResultRow>(
  statement: string,
  ask: (statement: string) => Promise<{ rows: Row[] }> = (asked) => database.pool.query<Row>(asked),
): Promise<Row[]> {
  for (;;) {
    try {
      return (await ask(statement)).rows;
    } catch (error) {
      if (error instanceof DatabaseError && error.code === uniqueViolation) return [];
      await wait(20);
    }
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
