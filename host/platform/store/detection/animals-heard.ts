import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * Returns how many animals of a system were last contacted (REG-25) at or after `from` (ms), and how many
 * carry a tag at `now` (ms). Reads each tag once.
 */
export async function countAnimalsHeard(
  { db }: Db,
  systemId: string,
  { from, now }: { from: number; now: number },
): Promise<{ heard: number; tagged: number }> {
  const { rows } = await sql<{ heard: number; tagged: number }>`
    select
      (count(distinct animal_id) filter (where last_contacted >= ${new Date(from)}))::integer as heard,
      (count(distinct animal_id) filter (
        where coalesce(release_time, '-infinity') <= ${new Date(now)} and coalesce(retrieve_time, 'infinity') > ${new Date(now)}
      ))::integer as tagged
    from tags left join tag_contacts on tag_contacts.tag_id = tags.id
    where system_id = ${systemId}`.execute(db);
  return rows[0] ?? { heard: 0, tagged: 0 };
}
