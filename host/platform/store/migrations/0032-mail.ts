import { sql, type Kysely } from 'kysely';

/**
 * What a mail goes through (MAIL-1), and of what a link in one unsubscribes (MAIL-9). No version before this
 * one wrote into either table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table mail_outbox
      add column kind text not null default 'other',
      add column state text not null default 'kept' check (state in ('kept', 'waiting', 'sent', 'refused', 'cancelled', 'dead')),
      add column message_id text not null unique default gen_random_uuid()::text,
      add column unsubscribe_url text;
    alter table mail_outbox
      alter column kind drop default,
      alter column state drop default,
      alter column message_id drop default;
    drop index mail_outbox_unsent;
    create index mail_outbox_created on mail_outbox (created_at);
    create index mail_outbox_waiting on mail_outbox (id) where state = 'waiting';

    alter table account_tokens
      add column subscription text check (subscription in ('alarms', 'reports', 'all')),
      add check (purpose <> 'unsubscribe' or subscription is not null);
    create index account_tokens_expiry on account_tokens (expires_at);
  `)
    .execute(db);
}
