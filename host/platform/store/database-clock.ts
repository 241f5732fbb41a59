import { sql } from 'kysely';
import type { Db } from './database.ts';

/** A function that returns the time in ms since 1970. */
export type DatabaseClock = (database: Db) => Promise<number>;

/** Returns the database's time, which is the same for all its hosts. */
export const databaseClock: DatabaseClock = async ({ db }) => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database answered nothing when it was asked for the time.');
  return row.now.getTime();
};
