import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { WebhookTable } from '../schema-webhooks.ts';

/** Returns the present webhook of a system, with the state of its deliveries; undefined if it has none. */
export function webhookOf({ db }: Db, systemId: string): Promise<Selectable<WebhookTable> | undefined> {
  return db
    .selectFrom('webhooks')
    .innerJoin('systems', 'systems.webhook_id', 'webhooks.id')
    .selectAll('webhooks')
    .where('systems.id', '=', systemId)
    .executeTakeFirst();
}

/** Adds a webhook for a system and returns its id. The system uses it only after a change sets it. */
export async function addWebhook({ db }: Db, webhook: { system_id: string; url: string; secret: string }): Promise<number> {
  const { id } = await db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Adds a message; a job must then send it. */
export async function addWebhookMessage({ db }: Db, message: { id: string; system_id: string; body: string }): Promise<void> {
  await db.insertInto('webhook_messages').values(message).execute();
}

/** A message and where to send it. */
export type WebhookDelivery = { id: string; webhookId: number; body: string; url: string; secret: string };

/**
 * Gives up a message that has waited for more than 24 hours, and returns why it was not sent. Returns
 * undefined if it may still be sent or is no longer waiting.
 */
export async function endOldWebhookMessage({ db }: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ why: string }>`
    update webhook_messages set state = 'failed', last_failure = coalesce(last_failure, 'Nothing tried to send it.')
    where id = ${id} and state = 'waiting' and created_at <= now() - interval '24 hours'
    returning last_failure as why`.execute(db);
  return rows[0]?.why;
}

/**
 * Counts a try of a message and returns the message. Returns undefined if it was already sent, is older than
 * 24 hours, or its system no longer has a webhook.
 */
export async function beginWebhookTry({ db }: Db, id: string): Promise<WebhookDelivery | undefined> {
  const { rows } = await sql<WebhookDelivery>`
    update webhook_messages as message set attempts = attempts + 1, state = 'waiting'
    from systems join webhooks as webhook on webhook.id = systems.webhook_id
    where message.id = ${id} and message.state <> 'sent' and message.created_at > now() - interval '24 hours'
      and systems.id = message.system_id
    returning message.id, webhook.id as "webhookId", message.body, webhook.url, webhook.secret`.execute(db);
  return rows[0];
}

/** Records that the receiving server accepted a message. Later records do not change that. */
export async function noteWebhookSent(database: Db, { id, webhookId }: Pick<WebhookDelivery, 'id' | 'webhookId'>): Promise<void> {
  await sql`
    with message as (
      update webhook_messages set state = 'sent', sent_at = now(), last_failure = null where id = ${id} and state <> 'sent')
    update webhooks set failing_since = null, last_failure = null, last_sent_at = now() where id = ${webhookId}`.execute(
    database.db,
  );
}

/** Records why a try failed. After the last try, the message has failed for good. */
export async function noteWebhookFailed(
  { db }: Db,
  { id, webhookId }: Pick<WebhookDelivery, 'id' | 'webhookId'>,
  isLast: boolean,
  reason: string,
): Promise<void> {
  await sql`
    with message as (
      update webhook_messages set state = ${isLast ? 'failed' : 'waiting'}, last_failure = ${reason}
      where id = ${id} and state <> 'sent')
    update webhooks set failing_since = coalesce(failing_since, now()), last_failure = ${reason} where id = ${webhookId}`.execute(
    db,
  );
}

/** Deletes at most `limit` messages older than `keptDays`. Returns how many. */
export async function sweepWebhookMessages({ db }: Db, keptDays: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from webhook_messages where id in (
      select id from webhook_messages where created_at < now() - make_interval(days => ${keptDays}) limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/**
 * Ends waiting messages that no job will try: those that are too old (`beginWebhookTry`), and those whose job
 * was cancelled or ended without recording the result.
 */
export async function settleWebhookMessages({ db }: Db, jobName: string): Promise<void> {
  const messagesOf = (states: RawBuilder<unknown>) =>
    sql`(select data#>>'{input,message}' from jobs.job
      where name = ${jobName} and state ${states} and data#>>'{input,message}' is not null)`;
  await sql`
    update webhook_messages set state = 'failed', last_failure = case
      when id::text in ${messagesOf(sql`= 'cancelled'`)} then 'It was cancelled.'
      else coalesce(last_failure, 'Nobody noted what it answered.') end
    where state = 'waiting'
      and (created_at < now() - interval '24 hours' or id::text not in ${messagesOf(sql`<= 'active'`)})`.execute(db);
}

/** Deletes webhooks that no system has used for `keptDays`, with their secrets (ALM-22). */
export async function sweepLeftWebhooks({ db }: Db, keptDays: number): Promise<void> {
  await sql`
    update webhooks set left_at = case when left_at is null then now() end
    where (left_at is null) <> exists (select from systems where webhook_id = webhooks.id)`.execute(db);
  await sql`
    delete from webhooks where left_at < now() - make_interval(days => ${keptDays})
      and not exists (select from systems where webhook_id = webhooks.id)`.execute(db);
}
