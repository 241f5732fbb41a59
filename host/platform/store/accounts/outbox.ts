import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { MailSubscription } from '#model/entities/mail-subscription.ts';
import { inBatches } from '../in-batches.ts';
import type { Db } from '../database.ts';
import type { AccountTokenTable, MailOutboxTable, OutboxState } from '../schema-accounts.ts';

/** An email in the outbox. */
export type OutboxRow = Selectable<MailOutboxTable>;

/** Adds emails to the outbox. Returns their ids in the same order. */
export async function addToOutbox({ db }: Db, rows: readonly Insertable<MailOutboxTable>[]): Promise<number[]> {
  const ids: number[] = [];
  await inBatches(rows, async (some) => {
    const added = await db
      .insertInto('mail_outbox')
      .values([...some])
      .returning('id')
      .execute();
    ids.push(...added.map(({ id }) => id));
  });
  return ids;
}

const tooOld = sql<boolean>`created_at < now() - interval '24 hours'`;

/**
 * Gives up an email that has waited for more than 24 hours, and returns why it was not sent. Returns
 * undefined if it may still be sent or is no longer waiting.
 */
export async function endOldMail({ db }: Db, id: number): Promise<string | undefined> {
  const row = await db
    .updateTable('mail_outbox')
    .set({ state: 'dead', last_error: sql<string>`coalesce(last_error, 'Nothing tried to send it.')` })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where(tooOld)
    .returning('last_error')
    .executeTakeFirst();
  return row === undefined ? undefined : (row.last_error ?? '');
}

/** Counts a try of an email and returns the email; undefined if it was already sent or no longer exists. */
export function beginMailTry({ db }: Db, id: number): Promise<(OutboxRow & { tooOld: boolean }) | undefined> {
  return db
    .updateTable('mail_outbox')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .returningAll()
    .returning(tooOld.as('tooOld'))
    .executeTakeFirst();
}

/** Records that the mail server accepted an email. Later records do not change that. */
export async function noteMailSent({ db }: Db, id: number): Promise<void> {
  const sent = { state: 'sent', sent_at: sql<Date>`now()`, last_error: null } as const;
  await db.updateTable('mail_outbox').set(sent).where('id', '=', id).where('state', '<>', 'sent').execute();
}

/** Records why a try failed, and the email's new state. */
export async function noteMailFailed({ db }: Db, id: number, state: OutboxState, reason: string): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ state, last_error: reason })
    .where('id', '=', id)
    .where('state', '<>', 'sent')
    .execute();
}

/** Returns the newest emails of the outbox, newest first. */
export function newestMails({ db }: Db, limit: number): Promise<OutboxRow[]> {
  return db.selectFrom('mail_outbox').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** Returns whether an email of that kind was queued for an address in the past `seconds`. */
export async function wasMailedLately({ db }: Db, recipient: string, kind: string, seconds: number): Promise<boolean> {
  const row = await db
    .selectFrom('mail_outbox')
    .select('id')
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns one email of the outbox; undefined if it no longer exists. */
export function mailOf({ db }: Db, id: number): Promise<OutboxRow | undefined> {
  return db.selectFrom('mail_outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ends waiting emails for which no job of that name waits or runs any more (MAIL-15). */
export async function settleMails({ db }: Db, jobName: string): Promise<void> {
  const mailsOf = (states: RawBuilder<unknown>) =>
    sql`(select data#>>'{input,mail}' from jobs.job where name = ${jobName} and state ${states} and data#>'{input,mail}' is not null)`;
  await sql`
    update mail_outbox set
      state = case when id::text in ${mailsOf(sql`= 'cancelled'`)} then 'cancelled' else 'dead' end,
      last_error = coalesce(last_error, 'It was given up before anything tried to send it.')
    where state = 'waiting' and id::text not in ${mailsOf(sql`<= 'active'`)}`.execute(db);
}

/** Deletes at most `limit` emails that are older than `keptDays` and no longer waiting. Returns how many. */
export async function sweepOutbox({ db }: Db, keptDays: number, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from mail_outbox where id in (
      select id from mail_outbox where created_at < now() - make_interval(days => ${keptDays}) and state <> 'waiting' limit ${limit}
    ) returning id`.execute(db);
  return rows.length;
}

/** Selects members of a system who have a complete account and chose to get this kind of email. */
function subscribers({ db }: Db, systemId: string, subscription: MailSubscription) {
  return db
    .selectFrom('memberships as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .innerJoin('systems', 'systems.id', 'member.system_id')
    .where('member.system_id', '=', systemId)
    .where('systems.emails_enabled', '=', true)
    .where('users.awaits_completion', '=', false)
    .where('member.emails_enabled', '=', true)
    .where(`member.${subscriptionColumns[subscription]}`, '=', true);
}

/** Returns the id of the person at that address if they get this kind of email; otherwise undefined. */
export async function subscriberAt(
  database: Db,
  address: string,
  systemId: string,
  subscription: MailSubscription,
): Promise<number | undefined> {
  const row = await subscribers(database, systemId, subscription)
    .select('users.id')
    .where(sql<string>`lower(users.email)`, '=', sql<string>`lower(${address})`)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the addresses that get this kind of email from a system. */
export async function subscribersOf(database: Db, systemId: string, subscription: MailSubscription): Promise<string[]> {
  const rows = await subscribers(database, systemId, subscription).select('users.email').orderBy('users.id').execute();
  return rows.map(({ email }) => email);
}

const subscriptionColumns = {
  alarms: 'email_alarms',
  reports: 'email_reports',
  all: 'emails_enabled',
} as const satisfies Record<MailSubscription, string>;

type UnsubscribeToken = Pick<Selectable<AccountTokenTable>, 'user_id' | 'system_id' | 'subscription'>;

/** Stores the hashes of unsubscribe tokens for 400 days, because an email may be read late. */
export async function addUnsubscribeTokens(
  { db }: Db,
  tokens: readonly (UnsubscribeToken & { token_hash: Buffer })[],
): Promise<void> {
  const expires_at = sql<Date>`now() + interval '400 days'`;
  await inBatches(tokens, (some) =>
    db
      .insertInto('account_tokens')
      .values(some.map((token) => ({ ...token, purpose: 'unsubscribe' as const, expires_at })))
      .execute(),
  );
}

/**
 * Returns the person, system and kind of email of an unsubscribe token; undefined if there is no such token
 * or it has expired.
 */
export function unsubscribeTokenOf({ db }: Db, hash: Buffer): Promise<UnsubscribeToken | undefined> {
  return db
    .selectFrom('account_tokens')
    .select(['user_id', 'system_id', 'subscription'])
    .where('token_hash', '=', hash)
    .where('purpose', '=', 'unsubscribe')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/**
 * Unsubscribes a person from a kind of email of one system, or of all their systems (null). Returns false if
 * they were not subscribed.
 */
export async function unsubscribeMember(
  { db }: Db,
  userId: number,
  systemId: string | null,
  subscription: MailSubscription,
): Promise<boolean> {
  const column = subscriptionColumns[subscription];
  let members = db
    .updateTable('memberships')
    .set({ [column]: false })
    .where('user_id', '=', userId)
    .where(column, '=', true);
  if (systemId !== null) members = members.where('system_id', '=', systemId);
  const { numUpdatedRows } = await members.executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
