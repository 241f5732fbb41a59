import { sql, type Kysely } from 'kysely';

/**
 * What rate limits count, in the columns and the order that rate-limiter-flexible writes (`expire` in ms
 * since the epoch), instead of one row per attempt; and what the admin command and migrations did that the
 * running host has to log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire on rate_limits (expire);
    drop table login_attempts;

    create table security_notes (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      event jsonb not null,
      logged_at timestamptz
    );
    create index security_notes_unlogged on security_notes (id) where logged_at is null;
  `)
    .execute(db);
}
