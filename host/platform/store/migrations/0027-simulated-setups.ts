import { sql, type Kysely } from 'kysely';

/**
 * The settings and places of simulated receivers over time (SIM-10), so that the simulator can compute again
 * what they heard in the past.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- Founded by a version whose receivers heard whatever they were set to, until theirs are set as well.
    alter table simulations add column obeys boolean not null default false;

    -- setup: null where the receiver hears nothing from then on, as it is off, nowhere or gone.
    create table simulated_setups (
      system_id text not null references simulations (system_id) on update cascade on delete cascade,
      rx_id integer not null,
      since timestamptz not null,
      setup jsonb,
      primary key (system_id, rx_id, since)
    );
  `)
    .execute(db);
}
