import { sql, type Kysely } from 'kysely';

/** When a system expires is told by changes, and written by nothing else (CHG-1, SYS-15). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create trigger systems_expiry_marked before update of expiry on systems
      for each row execute function refuse_unmarked();
  `)
    .execute(db);
}
