import { sql, type Kysely } from 'kysely';

/**
 * Marks demo accounts. Their password is published, so the host must refuse them if other machines can reach
 * it (ACC-22).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column demo boolean not null default false`.execute(db);
}
