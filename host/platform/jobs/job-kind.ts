import * as v from 'valibot';
import type { JobProgress } from '#model/entities/job.ts';
import { Mistake } from '../mistake.ts';
import type { Db } from '../store/database.ts';

/** How jobs of a kind are stored and run, whatever their input. */
export type JobSettings = {
  /** Its name in the database. Never change it, because jobs with that name may be waiting. */
  name: string;
  /** The title that people see: 'Clearing away what is outdated'. */
  title: string;
  /** Hides successful jobs from people, for kinds with many small ones. */
  isRoutine?: boolean;
  /** Time limit of a try; after it, the job is tried again. */
  deadlineSeconds: number;
  /** The number of retries, also after its host died. After the last one the job has failed. */
  retries: number;
  /** The pause before the first retry; 1 by default. */
  firstPauseSeconds?: number;
  /** The longest pause; each is twice as long as the one before. */
  longestPauseSeconds: number;
  /** The largest number of waiting jobs; more are refused. */
  mostWaiting: number;
  /** How many jobs a host takes at once and settles together. More than 1 only for short jobs. */
  atOnce: number;
  /**
   * How many batches of `atOnce` run side by side, so that a slow job does not delay all others; 1 by
   * default.
   */
  hands?: number;
  /**
   * What happens to a job whose key another one has: it `waits` until that one ends, or `joins` it. Without
   * this setting, jobs of one key run side by side.
   */
  sameKey?: 'waits' | 'joins';
  /** When a job starts by itself: a cron expression, in the local time of a zone. */
  schedule?: { cron: string; timezone: string; input: unknown };
};

/** A kind of work that is done once, by any host of the database (JOB-1). */
export type JobKind<Input> = JobSettings & {
  /** The schema of a job's JSON input, checked when the job is requested and again when it runs. */
  input: v.GenericSchema<unknown, Input>;
  /** Of the jobs with one key, one at a time runs on all hosts. By default all jobs of a kind share a key. */
  key?: (input: Input) => string;
  /** The mitasId of the job's system. By default its jobs belong to the host. */
  system?: (input: Input) => string | null;
  schedule?: { input: Input };
};

/** One try of a job, as its work sees it. */
export type JobTry = {
  /** 1 for the first try. */
  number: number;
  /** Aborted when the job was cancelled, timed out, or moved to another host, or when this host stops. */
  signal: AbortSignal;
  /** Reports progress. Call it as often as you like: it is written at most once a second (JOB-10). */
  progress: (progress: JobProgress) => void;
  /**
   * Locks the job for this try until the transaction ends, so that only one try writes, even if this host was
   * asleep (JOB-3). Call it last, in a short transaction, because the job's heartbeats wait for it.
   * @throws Error if the job has moved to another host.
   */
  hold: (within: Db) => Promise<void>;
};

/** Thrown by work when a retry cannot help: the job fails at once. */
export class LastingFailure extends Mistake {
  override name = 'LastingFailure';
}

/** The work that a host does for jobs of one kind. */
export type JobWork = {
  settings: JobSettings;
  /** The key and the system of scheduled jobs. */
  scheduled: { key: string | undefined; mitasId: string | null };
  work: (input: unknown, attempt: JobTry) => Promise<void>;
};

/** Binds the jobs of a kind to the function that does them. */
export function doing<Input>(kind: JobKind<Input>, work: (input: Input, attempt: JobTry) => Promise<void>): JobWork {
  const { schedule, key, system } = kind;
  return {
    settings: kind,
    scheduled:
      schedule === undefined
        ? { key: undefined, mitasId: null }
        : { key: key?.(schedule.input), mitasId: system?.(schedule.input) ?? null },
    work: async (input, attempt) => work(v.parse(kind.input, input), attempt),
  };
}
