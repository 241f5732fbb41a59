import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Answers the time in ms since the epoch. */
export type DatabaseClock = (database: Db) => Promise<number>;

/** The time by the database's clock, which all its hosts have in common. */
export const databaseClock: DatabaseClock = async ({ db }) => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database answered nothing when it was asked for the time.');
  return row.now.getTime();
};
