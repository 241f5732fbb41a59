import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';

/**
 * What the job runner keeps (JOB-1). The statements are its library's and stand here as they were released: a
 * later version of it that wants its tables otherwise takes a migration of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(await readFile(path.join(import.meta.dirname, '0030-jobs.sql'), 'utf8')).execute(db);
}
