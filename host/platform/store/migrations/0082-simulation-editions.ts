import { sql, type Kysely } from 'kysely';

/** The edition of the plans with which a simulated study was founded (SIM-1). Until now there was one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table simulations add column edition smallint not null default 1').execute(db);
}
