import { sql, type Kysely } from 'kysely';

/**
 * A receiver whose IP address nobody entered has none ('', RX-4). Until now it got 127.0.0.1, at which
 * nobody's receiver stands, and shared it with every other such one. In a simulated system that can only be
 * from here; elsewhere somebody may have meant it.
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
