import { sql, type Kysely } from 'kysely';

/**
 * A receiver for which no IP address was entered now has none ('', RX-4). Until now its address was
 * 127.0.0.1, where no receiver is. The address is removed only in simulated systems, where it is certainly
 * the old default; elsewhere a person may have entered it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receivers alter column ip_address set default ''`.execute(db);
  await sql`select set_config('console.writing', 'on', true)`.execute(db);
  await sql`
    update receivers set ip_address = ''
    where ip_address = '127.0.0.1' and system_id in (select system_id from simulations
      union select id from systems where kind = 'simulated')`.execute(db);
  await sql`select set_config('console.writing', '', true)`.execute(db);
}
