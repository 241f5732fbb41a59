import { sql, type Kysely } from 'kysely';

/**
 * What the job runner keeps (JOB-1). Its tables are its library's, of the version that makes them; another
 * version of it that wants them otherwise takes a migration that says what changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Loaded by who makes them alone: every command opens the database.
  const { jobTables } = await import('../../jobs/job-library.ts');
  await sql.raw(jobTables()).execute(db);
}
