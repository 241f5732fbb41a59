import { sql } from 'kysely';
import type { JobProgress } from '#model/entities/job.ts';
import type { Db } from '../store/database.ts';
import { keptText } from './job-failure.ts';
import { jobSchema } from './job-library.ts';

/** The shortest time (ms) between two writes of a job's progress. */
const everyMs = 1_000;

/** Records the progress of one try, as often as its work reports it. */
export type ProgressNotes = {
  note(progress: JobProgress): void;
  /** Resolves when no further progress will be written. */
  close(): Promise<void>;
};

/**
 * Writes the first progress immediately, then the newest at most once a second. If a write fails, it is
 * repeated a second later unless there is newer progress.
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
 * Writes the progress of a try (JOB-10), if the job still belongs to that try. Skips the write while the try
 * locks the job's row, because the try may itself be waiting for this write. Returns whether it was written.
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
