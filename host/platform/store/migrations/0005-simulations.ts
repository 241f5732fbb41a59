import { sql, type Kysely } from 'kysely';

/** Where the simulator stands in each simulated system, so that it goes on after a restart (SIM-4). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- rx_ids: the receivers of the simulated world, by their number in it. All before live_to has been told.
    create table simulations (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      seed bigint not null,
      live_from timestamptz not null,
      live_to timestamptz not null,
      rx_ids integer[] not null
    );

    -- Stretches whose contacts are still to be made in the background; each is worked off from its end backwards.
    create table simulation_history (
      system_id text not null references simulations (system_id) on update cascade on delete cascade,
      starts timestamptz not null,
      ends timestamptz not null,
      primary key (system_id, starts),
      check (starts < ends)
    );
  `)
    .execute(db);
}
