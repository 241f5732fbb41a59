import { sql, type Kysely } from 'kysely';

/**
 * What receivers were told to do, and what became of it (CMD-5). Two indexes decide who is first, also
 * between hosts: of one receiver and type one command is under way, and one waits. `ends_at`: when one under
 * way fails as nobody answered; `claim`: whoever carries it out now. Each row is written several times in
 * seconds, so the page keeps room for its next version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table commands (
      system_id text not null,
      command_id text not null check (command_id ~ '^[A-Za-z0-9_-]{16,64}$'),
      rx_id integer not null,
      type text not null
        check (type in ('rxUpdate', 'rxReboot', 'rxEraseMemory', 'rxSyncClock', 'rxScheduleRefresh', 'rxForceRefresh')),
      status text not null
        check (status in ('waiting', 'pending', 'executing', 'retrying', 'completed', 'failed', 'cancelled')),
      attempt integer not null default 0,
      error text,
      user_id integer,
      user_name text,
      asked_at timestamptz not null default clock_timestamp(),
      changed_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz,
      ends_at timestamptz,
      claim uuid,
      primary key (system_id, command_id),
      foreign key (system_id, rx_id) references receivers (system_id, id) on update cascade on delete cascade
    ) with (fillfactor = 50);
    create unique index commands_under_way on commands (rx_id, type) where status in ('pending', 'executing', 'retrying');
    create unique index commands_waiting on commands (rx_id, type) where status = 'waiting';
    create index commands_open on commands (system_id) where status in ('waiting', 'pending', 'executing', 'retrying');
    create index commands_past on commands (changed_at);
    create index commands_of_system on commands (system_id, asked_at desc, command_id desc);
    create index commands_of_receiver on commands (rx_id, asked_at desc, command_id desc);

    -- When a receiver asked for its commands last; those that only send never do.
    create table receivers_asked (
      rx_id integer primary key references receivers (id) on delete cascade,
      asked_at timestamptz not null
    ) with (fillfactor = 50);

    -- When the clocks of a system's receivers were set last by themselves, or when that began to count.
    create table clock_syncs (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      at timestamptz not null
    );

    -- How simulated receivers take commands where a test says so; by chance where it is null.
    alter table simulations add column manners jsonb;

    -- What simulated receivers did at whose word, and when: the world is made by it, also that of the past.
    create table simulated_deeds (
      system_id text not null references simulations (system_id) on update cascade on delete cascade,
      rx_id integer not null,
      at timestamptz not null,
      deed text not null check (deed in ('reboot', 'erase', 'update', 'sync', 'report')),
      primary key (system_id, rx_id, at, deed)
    );
  `)
    .execute(db);
}
