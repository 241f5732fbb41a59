import { sql, type Kysely } from 'kysely';

/** Since when no system names a webhook: it holds a secret, which is not kept forever (ALM-22). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table webhooks add column left_at timestamptz;
    update webhooks set left_at = now() where not exists (select from systems where webhook_id = webhooks.id);
  `)
    .execute(db);
}
