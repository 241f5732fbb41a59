import { sql, type Kysely } from 'kysely';

/** Systems, the people who belong to them, and how those people prove who they are (SYS-1, ACC-1). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table systems (
      id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
      number integer generated always as identity unique,
      common_name text not null,
      kind text not null default 'ingest' check (kind in ('simulated', 'ingest', 'replay')),
      replay jsonb,
      status smallint not null default 1,
      offline boolean not null default false,
      demo boolean not null default false,
      timezone text not null default 'UTC',
      auto_timezone boolean not null default false,
      clock_sync_interval integer not null default 3600 check (clock_sync_interval >= 0),
      max_receivers integer not null default 100 check (max_receivers >= 0),
      expiry timestamptz,
      emails_enabled boolean not null default true,
      sidebar jsonb not null default '{"disabled": [], "hidden": [], "enabled": []}',
      created_at timestamptz not null default now()
    );

    create table users (
      id integer generated always as identity primary key,
      username text not null,
      email text not null,
      first_name text not null default '',
      last_name text not null default '',
      company text not null default '',
      password_hash text,
      activated boolean not null default false,
      superuser boolean not null default false,
      dark_mode boolean not null default true,
      timezone text not null default 'UTC',
      auto_timezone boolean not null default true,
      current_system_id text references systems (id) on update cascade on delete set null,
      created_at timestamptz not null default now(),
      last_login timestamptz
    );
    create unique index users_username_key on users (lower(username));
    create unique index users_email_key on users (lower(email));
    create index users_current_system on users (current_system_id);

    create table memberships (
      user_id integer not null references users (id) on delete cascade,
      system_id text not null references systems (id) on update cascade on delete cascade,
      role_id smallint not null check (role_id between 0 and 4),
      last_seen_alarm_id integer not null default 0,
      emails_enabled boolean not null default true,
      email_alarms boolean not null default true,
      email_reports boolean not null default true,
      email_tag_spotted boolean not null default true,
      created_at timestamptz not null default now(),
      primary key (user_id, system_id)
    );
    create index memberships_system on memberships (system_id);

    create table sessions (
      id uuid primary key default gen_random_uuid(),
      user_id integer not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      ended_reason text,
      check ((ended_at is null) = (ended_reason is null))
    );
    create index sessions_user on sessions (user_id);

    create table refresh_tokens (
      token_hash bytea primary key,
      session_id uuid not null references sessions (id) on delete cascade,
      issued_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index refresh_tokens_session on refresh_tokens (session_id);

    -- Links in mails: each is good once, for one purpose.
    create table account_tokens (
      token_hash bytea primary key,
      purpose text not null check (purpose in ('verify', 'reset', 'invite', 'unsubscribe')),
      user_id integer not null references users (id) on delete cascade,
      system_id text references systems (id) on update cascade on delete cascade,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index account_tokens_user on account_tokens (user_id);
    create index account_tokens_system on account_tokens (system_id);

    create table registration_requests (
      id integer generated always as identity primary key,
      first_name text not null,
      last_name text not null,
      email text not null,
      company text not null,
      username text not null,
      created_at timestamptz not null default now(),
      approved_at timestamptz
    );

    -- What rate limits count: subject is a folded account name or an address.
    create table login_attempts (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('login', 'reset', 'registration')),
      subject text not null,
      succeeded boolean not null default false,
      at timestamptz not null default now()
    );
    create index login_attempts_subject on login_attempts (kind, subject, at);

    create table signing_keys (
      id uuid primary key default gen_random_uuid(),
      secret bytea not null,
      created_at timestamptz not null default now(),
      retired_at timestamptz
    );

    create table mail_outbox (
      id bigint generated always as identity primary key,
      system_id text references systems (id) on update cascade on delete cascade,
      recipient text not null,
      subject text not null,
      body_text text not null,
      body_html text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      attempts integer not null default 0,
      last_error text
    );
    create index mail_outbox_unsent on mail_outbox (id) where sent_at is null;
    create index mail_outbox_system on mail_outbox (system_id);
  `)
    .execute(db);
}
