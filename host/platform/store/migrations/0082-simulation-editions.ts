import { sql, type Kysely } from 'kysely';

/**
 * The edition of the plans with which a simulated study was created (SIM-1). Studies that exist already have
 * edition 1.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table simulations add column edition smallint not null default 1').execute(db);
}
