import { sql, type Kysely } from 'kysely';

/**
 * Where a system's alarms are sent besides mail (ALM-16). A webhook is never changed: another one is set, and
 * the system names it, so that a change of it can be taken back though it holds no secret. `webhook_turns`
 * is how far alarms were sent; of what was raised before nothing is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table webhooks (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      url text not null,
      secret text not null,
      set_at timestamptz not null default now(),
      failing_since timestamptz,
      last_failure text,
      last_sent_at timestamptz
    );
    create index webhooks_system on webhooks (system_id);
    alter table systems add column webhook_id integer references webhooks (id);

    create table webhook_messages (
      id uuid primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      body text not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
      attempts integer not null default 0,
      last_failure text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index webhook_messages_system on webhook_messages (system_id);
    create index webhook_messages_created on webhook_messages (created_at);

    create table webhook_turns (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      last_id integer not null,
      window_since timestamptz,
      window_mails integer not null default 0
    );
    insert into webhook_turns (system_id, last_id)
      select id, coalesce(last_id, 0) from systems left join alarm_counters on system_id = id;
  `)
    .execute(db);
}
