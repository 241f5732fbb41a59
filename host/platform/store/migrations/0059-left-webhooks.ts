import { sql, type Kysely } from 'kysely';

/**
 * When the last system stopped using a webhook. A webhook contains a secret, which must not be kept forever
 * (ALM-22).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table webhooks add column left_at timestamptz;
    update webhooks set left_at = now() where not exists (select from systems where webhook_id = webhooks.id);
  `)
    .execute(db);
}
