import { sql, type Kysely } from 'kysely';

/**
 * What simulated receivers were set to, and where they stood, from when on (SIM-10): so that what they heard
 * at a past time can be made again.
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
