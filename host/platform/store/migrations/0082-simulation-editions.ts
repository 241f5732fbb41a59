import { sql, type Kysely } from 'kysely';

/** By which edition of the plans a simulated study was founded (SIM-1): until now there was one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table simulations add column edition smallint not null default 1').execute(db);
}
