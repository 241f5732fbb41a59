import { sql } from 'kysely';
import type { FinishedPreview } from '#model/contract/detection-calls.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import type { Db } from '../database.ts';

/** How long a preview is kept. */
const keptFor = sql`interval '1 day'`;

/** Creates a preview and returns its id. Deletes previews older than a day. */
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

/** Returns a preview of a system; undefined if there is none. */
export function findPreview({ db }: Db, systemId: string, id: string) {
  return db
    .selectFrom('detection_previews')
    .selectAll()
    .where('system_id', '=', systemId)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();
}

/** Records the job of a preview, its progress (percent) or its result. */
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
 * Marks the unfinished previews of a system as superseded, so that callers who wait for one learn why it
 * never comes. Returns the ids of their jobs.
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

/** Deletes a preview. */
export async function forgetPreview({ db }: Db, id: string): Promise<void> {
  await db.deleteFrom('detection_previews').where('id', '=', id).execute();
}
