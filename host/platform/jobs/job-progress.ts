import { sql } from 'kysely';
import type { JobProgress } from '#model/entities/job.ts';
import type { Db } from '../store/database.ts';
import { keptText } from './job-failure.ts';
import { jobSchema } from './job-library.ts';

/** How often it is written how far a job has come. */
const everyMs = 1_000;

/** Tells how far one try has come, as often as its work likes. */
export type ProgressNotes = {
  note(progress: JobProgress): void;
  /** Resolves when nothing more is written. */
  close(): Promise<void>;
};

/**
 * Has the newest word written at once, and at most once a second; one that could not be is written the next
 * second, where there is no newer one.
 */
export function progressNotes(write: (progress: JobProgress) => Promise<boolean>): ProgressNotes {
  let newest: JobProgress | undefined;
  let pause: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const writeNewest = (): void => {
    pause = undefined;
    if (newest === undefined || writing !== undefined) return;
    const word = newest;
    newest = undefined;
    writing = write(word)
      .catch(() => false)
      .then((isWritten) => {
        writing = undefined;
        if (!isWritten) newest ??= word;
        if (!isClosed) pause = setTimeout(writeNewest, everyMs).unref();
      });
  };
  let isClosed = false;
  return {
    note(progress) {
      newest = progress;
      if (!isClosed && pause === undefined) writeNewest();
    },
    async close() {
      isClosed = true;
      clearTimeout(pause);
      await writing;
    },
  };
}

/**
 * Writes how far a try has come (JOB-10): of the try that has the job and no other. While that holds the job
 * the word is left out, as the try may wait for it. Answers whether it was written.
 */
export async function writeProgress(
  { db }: Db,
  { name, id, attempt }: { name: string; id: string; attempt: number },
  progress: JobProgress,
): Promise<boolean> {
  const word = { ...progress, what: keptText(progress.what), attempt };
  const table = sql.table(`${jobSchema}.job`);
  const { numAffectedRows = 0n } = await sql`
    update ${table} set data = data || jsonb_build_object('progress', ${JSON.stringify(word)}::jsonb)
    where name = ${name} and id = (
      select id from ${table}
      where name = ${name} and id = ${id} and state = 'active' and retry_count = ${attempt - 1} for update skip locked
    )`.execute(db);
  return numAffectedRows > 0n;
}
