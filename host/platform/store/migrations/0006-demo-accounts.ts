import { sql, type Kysely } from 'kysely';

/**
 * Demo accounts have a published password: the host must know them, to refuse them where others can reach it
 * (ACC-22).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column demo boolean not null default false`.execute(db);
}
