import { sql } from 'kysely';
import type { FinishedPreview } from '#model/contract/detection-calls.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { Db } from '../database.ts';

/** How long a preview can be asked for. */
const keptFor = sql`interval '1 day'`;

/** Makes room for a preview, and clears away old ones; answers its id. */
export async function makePreview({ db }: Db, systemId: string, parameters: DetectionParameters): Promise<string> {
  await db
    .deleteFrom('detection_previews')
    .where('made_at', '<', sql<Date>`now() - ${keptFor}`)
    .execute();
  const { id } = await db
    .insertInto('detection_previews')
    .values({ system_id: systemId, parameters: JSON.stringify(parameters) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A preview of a system; undefined where there is none. */
export function findPreview({ db }: Db, systemId: string, id: string) {
  return db
    .selectFrom('detection_previews')
    .selectAll()
    .where('system_id', '=', systemId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();
}

/** Notes of a preview by which job it is made, how far it is (percent), or what it found. */
export async function notePreview(
  { db }: Db,
  id: string,
  { jobId, progress, result }: { jobId?: string; progress?: number; result?: FinishedPreview },
): Promise<void> {
  await db
    .updateTable('detection_previews')
    .set({
      ...(jobId === undefined ? {} : { job_id: jobId }),
      ...(progress === undefined ? {} : { progress }),
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends the previews of a system that are still to be found: whoever waits for one hears why it does not come.
 * Answers by which jobs they are made.
 */
export async function supersedePreviews({ db }: Db, systemId: string): Promise<string[]> {
  const rows = await db
    .updateTable('detection_previews')
    .set({ superseded: true })
    .where('system_id', '=', systemId)
    .where('result', 'is', null)
    .where('superseded', '=', false)
    .returning('job_id')
    .execute();
  return rows.flatMap(({ job_id: jobId }) => jobId ?? []);
}

/** Forgets a preview that nobody waits for. */
export async function forgetPreview({ db }: Db, id: string): Promise<void> {
  await db.deleteFrom('detection_previews').where('id', '=', id).execute();
}
