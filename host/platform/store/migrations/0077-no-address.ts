import { sql, type Kysely } from 'kysely';

/**
 * A receiver without an entered IP address has none ('', RX-4). Until now all such receivers shared
 * 127.0.0.1, where no receiver is. Only in simulated systems is that address certain to be the old default;
 * elsewhere a person may have entered it.
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
