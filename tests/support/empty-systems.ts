import { forgetPartitions } from '../../host/platform/store/contacts/contact-partitions.ts';
import type { Database } from '../../host/platform/store/database.ts';

/**
 * Deletes all systems and people with all that belongs to them, and the partitions of contacts: for a file
 * whose tests use the same ids. Takes milliseconds. Jobs, and what belongs to the whole database, remain.
 */
export async function emptySystems({ pool, ingest }: Pick<Database, 'pool' | 'ingest'>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relname ~ '^contacts_\\d+$'`,
  );
  const partitions = rows.map(({ name }) => `drop table ${name};`).join('');
  await pool.query(`
    ${partitions}
    truncate contacts_hourly, contacts_hourly_codes, touched_hours, dropped_contact_days;
    set local console.writing = 'on';
    delete from systems;
    delete from users;`);
  for (const each of [pool, ingest.pool]) forgetPartitions(each);
}
