import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { planted } from '../support/planted.ts';
import { startProduct } from '../support/product.ts';
import { withTestDatabase } from '../support/test-database.ts';
import { addPerson, addSystem } from '../support/test-host.ts';

const patience = { timeout: 60_000, interval: 50 };

test(
  'a host clears away at its start what is past its time, of every queue, and nothing else (JOB-9)',
  { timeout: 240_000 },
  async () => {
    const database = await withTestDatabase();
    onTestFinished(() => database.close());
    const ada = await addPerson({ database }, 'ada');
    await addSystem({ database }, 'field', [[ada, 1]]);
    const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days})`;
    const db = planted(database);
    for (const days of [1, 500]) {
      const name = `${days}`;
      const mail = { kind: 'test', recipient: 'ada@example.org', subject: name, body_text: name, message_id: name };
      await db
        .insertInto('mail_outbox')
        .values({ ...mail, state: 'sent', created_at: ago(days) })
        .execute();
      await db
        .insertInto('webhook_messages')
        .values({ id: crypto.randomUUID(), system_id: 'field', body: name, created_at: ago(days) })
        .execute();
      await db
        .insertInto('operations')
        .values({ user_id: ada, id: crypto.randomUUID(), hash: randomBytes(32), system_id: 'field', at: ago(days) })
        .execute();
      await db
        .insertInto('sessions')
        .values({ user_id: ada, expires_at: ago(days) })
        .execute();
      await db
        .insertInto('membership_changes')
        .values({ user_id: ada, system_id: name, at: ago(days === 1 ? 0 : days) })
        .execute();
    }
    const host = await startProduct({ env: { DATABASE_URL: database.url, SIMULATOR: 'off' } });
    onTestFinished(() => host.stop());
    const old = async () => {
      const { rows } = await database.pool.query(`select
        (select count(*)::int from mail_outbox where created_at < now() - interval '30 days') as mails,
        (select count(*)::int from webhook_messages where created_at < now() - interval '30 days') as webhooks,
        (select count(*)::int from operations where at < now() - interval '7 days') as operations,
        (select count(*)::int from sessions where expires_at < now() - interval '30 days') as sessions,
        (select count(*)::int from membership_changes where at < now() - interval '1 day') as memberships`);
      return rows[0] as unknown;
    };
    await expect.poll(old, patience).toEqual({ mails: 0, webhooks: 0, operations: 0, sessions: 0, memberships: 0 });
    const { rows } = await database.pool.query(`select (select count(*)::int from mail_outbox) as mails,
      (select count(*)::int from webhook_messages) as webhooks, (select count(*)::int from operations) as operations`);
    expect(rows).toEqual([{ mails: 1, webhooks: 1, operations: 1 }]);
  },
);
