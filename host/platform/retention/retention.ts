import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import * as v from 'valibot';
import {
  announcedFields,
  type DataSort,
  deletableCount,
  deletedFields,
  nextStep,
  noticeDays,
  type RetentionFields,
  settingOf,
  sortNames,
} from '#model/entities/retention.ts';
import { change } from '../changes/change.ts';
import { hourlySweep } from '../jobs/hourly-sweep.ts';
import type { JobKind, JobTry } from '../jobs/job-kind.ts';
import type { Database } from '../store/database.ts';
import { type DatabaseClock, databaseClock } from '../store/database-clock.ts';
import { nightAfter } from '../timezone.ts';
import { deletePast } from './delete-past.ts';
import { shelves } from './shelves.ts';

type Lane = Pick<Database, 'db' | 'pool'>;
type KeepingSystem = { id: string; number: number; timezone: string; retention: RetentionFields };

const dayMs = 86_400_000;

/** The check for data to announce or delete: every hour, and after a change of retention settings. */
export const retentionLook: JobKind<null> = {
  ...hourlySweep(50),
  name: 'retention-look',
  title: 'Looking for data that are past their time',
};

/** The deletion of one system's announced data. It runs in the background for as long as it takes. */
export const retentionDeletion: JobKind<string> = {
  name: 'retention-deletion',
  title: 'Deleting data as announced',
  input: v.string(),
  key: (systemId) => systemId,
  system: (systemId) => systemId,
  deadlineSeconds: 72_000,
  retries: 20,
  longestPauseSeconds: 300,
  mostWaiting: 10_000,
  atOnce: 1,
  sameKey: 'joins',
};

/** Locks a job for its try; undefined outside of jobs. */
type Holding = { hold?: JobTry['hold'] };

/**
 * Checks each system and announces deletions, each as a change of its own. Returns the ids of the systems
 * with data due for deletion.
 */
export async function lookAtRetention(
  database: Lane,
  { hold, signal }: Pick<JobTry, 'hold' | 'signal'>,
  clock: DatabaseClock = databaseClock,
): Promise<string[]> {
  const now = await clock(database);
  const due: string[] = [];
  for (const system of await systems(database)) {
    signal.throwIfAborted();
    if (await lookAt(database, system, { hold }, now)) due.push(system.id);
  }
  return due;
}

/** Checks one system immediately after its retention settings were changed. */
export async function lookAtSystem(database: Lane, systemId: string): Promise<void> {
  const now = await databaseClock(database);
  for (const system of await systems(database, systemId)) await lookAt(database, system, {}, now);
}

/**
 * Announces deletions to a system's people a week ahead, and calls off announced ones that no longer apply
 * (RET-4). Returns whether a deletion is due.
 */
async function lookAt(database: Lane, system: KeepingSystem, { hold }: Holding, now: number): Promise<boolean> {
  const { id, number, timezone, retention } = system;
  let isDue = false;
  for (const sort of sortNames) {
    const kept = settingOf(retention, sort);
    if ((await unfinishedOf(database, id, sort)) !== undefined) {
      isDue = true;
      continue;
    }
    let count = 0;
    const step = await nextStep(kept, now, async (before) => {
      count = await shelves[sort].count(database, { systemId: id, before: new Date(before) });
      return count;
    });
    isDue ||= step.do === 'delete';
    if (step.do === 'nothing' || step.do === 'delete') continue;
    const on = nightAfter(now + noticeDays * dayMs, timezone);
    const announced = step.do === 'callOff' ? null : { before: step.before, on, count, days: step.days, setting: step.setting };
    await change(database, { systemId: id, by: null, through: 'host' }, async (writer) => {
      await writer.lock('system', [number]);
      const stored = writer.fieldsOf('system', number) as RetentionFields;
      // The settings were changed after they were read; that change causes another check.
      if (!isDeepStrictEqual(settingOf(stored, sort), kept)) return;
      await writer.edit('system.deletionAnnounced', number, announcedFields(sort, announced));
      await hold?.(writer);
    });
  }
  return isDue;
}

/**
 * Deletes one system's due data, one sort after the other, and records what was deleted (RET-5, RET-6). If a
 * deletion was interrupted, any host finishes it. Data stay if they are no longer due or are not those
 * announced.
 */
export async function deleteDue(
  database: Lane,
  systemId: string,
  attempt: Pick<JobTry, 'hold' | 'signal'>,
  { log, clock = databaseClock }: { log: Pick<Logger, 'info'>; clock?: DatabaseClock },
): Promise<void> {
  for (const sort of sortNames) {
    attempt.signal.throwIfAborted();
    const [system] = await systems(database, systemId);
    if (system === undefined) return;
    const begun = await unfinishedOf(database, systemId, sort);
    const step =
      begun === undefined
        ? await nextStep(settingOf(system.retention, sort), await clock(database), (before) =>
            shelves[sort].count(database, { systemId, before: new Date(before) }),
          )
        : { do: 'delete' as const, before: begun };
    if (step.do !== 'delete') continue;
    const past = { systemId, before: new Date(step.before) };
    const count = await deletePast(database, sort, past, attempt, async (retention, within) =>
      deletableCount(settingOf(retention, sort), step.before, await clock(within)),
    );
    if (count === null) continue;
    const at = await clock(database);
    await change(database, { systemId, by: null, through: 'host' }, async (writer) => {
      await writer.edit('system.deletionMade', system.number, deletedFields(sort, { before: step.before, at, count }));
      await writer.db
        .updateTable('data_floors')
        .set({ finished_at: new Date(at) })
        .where('system_id', '=', systemId)
        .where('sort', '=', sort)
        .execute();
      await attempt.hold(writer);
    });
    log.info({ mitasId: systemId, sort, before: past.before, count }, 'data past their time were deleted');
  }
}

async function systems({ db }: Lane, id?: string): Promise<KeepingSystem[]> {
  let rows = db.selectFrom('systems').select(['id', 'number', 'timezone', 'retention']).orderBy('id');
  if (id !== undefined) rows = rows.where('id', '=', id);
  return rows.execute();
}

async function unfinishedOf({ db }: Lane, systemId: string, sort: DataSort): Promise<number | undefined> {
  const row = await db
    .selectFrom('data_floors')
    .select('before')
    .where('system_id', '=', systemId)
    .where('sort', '=', sort)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return row?.before.getTime();
}
