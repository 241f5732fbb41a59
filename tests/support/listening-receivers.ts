import { sql } from 'kysely';
import type { Database } from '../../host/platform/store/database.ts';
import { planted } from './planted.ts';

/**
 * Makes receivers with these ids in a system, and the system if it does not exist. Contacts can be stored
 * only for such receivers.
 */
export async function plantListeners(
  database: Pick<Database, 'pool'>,
  rxIds: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  systemId = 'demo',
): Promise<void> {
  const db = planted(database);
  const system = { id: systemId, common_name: systemId };
  await db
    .insertInto('systems')
    .values(system)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`insert into receivers (id, system_id, alias) overriding system value
    select id, ${systemId}, 'Listener ' || id from unnest(${[...rxIds]}::integer[]) as id`.execute(db);
}
