import * as v from 'valibot';
import type { JobProgress } from '#model/entities/job.ts';
import { Mistake } from '../mistake.ts';
import type { Db } from '../store/database.ts';

/** How jobs of a kind are stored and run, independent of their input. */
export type JobSettings = {
  /** The kind's name in the database. Never change it, because jobs with that name may be waiting. */
  name: string;
  /** The title that people see: 'Clearing away what is outdated'. */
  title: string;
  /** Hides jobs from people unless they fail; for kinds with many small jobs. */
  isRoutine?: boolean;
  /** The time limit of a try; a job that exceeds it is tried again. */
  deadlineSeconds: number;
  /** The number of retries, counting those after a host died. If the last one fails, the job has failed. */
  retries: number;
  /** The pause before the first retry; 1 by default. */
  firstPauseSeconds?: number;
  /** The longest pause before a retry. Each pause is twice as long as the one before, up to this. */
  longestPauseSeconds: number;
  /** The most jobs that may wait; further requests are refused. */
  mostWaiting: number;
  /** How many jobs a host takes and settles together. Use more than 1 only for short jobs. */
  atOnce: number;
  /**
   * How many batches of `atOnce` run side by side, so that a slow job does not delay all others; 1 by
   * default.
   */
  hands?: number;
  /**
   * What happens to a job whose key another job has: it `waits` until that one ends, or `joins` that one.
   * Without this setting, jobs with the same key run in parallel.
   */
  sameKey?: 'waits' | 'joins';
  /** When a job starts by itself: a cron expression, in the local time of a zone. */
  schedule?: { cron: string; timezone: string; input: unknown };
};

/** A kind of job. Each job is done once, by any host of the database (JOB-1). */
export type JobKind<Input> = JobSettings & {
  /** The schema of a job's JSON input, checked when the job is requested and again when it runs. */
  input: v.GenericSchema<unknown, Input>;
  /**
   * Returns a job's key. Of the jobs with the same key, `sameKey` lets only one run at a time on all hosts.
   * By default all jobs of a kind have the same key.
   */
  key?: (input: Input) => string;
  /** Returns the mitasId of the job's system. By default, or if null, the job belongs to the host. */
  system?: (input: Input) => string | null;
  schedule?: { input: Input };
};

/** One try of a job, as its work sees it. */
export type JobTry = {
  /** 1 for the first try. */
  number: number;
  /** Aborted when the job was cancelled, timed out, or moved to another host, or when this host stops. */
  signal: AbortSignal;
  /** Reports progress. Call it as often as you like: it is stored at most once a second (JOB-10). */
  progress: (progress: JobProgress) => void;
  /**
   * Locks the job for this try until the transaction ends, so that only one try writes, even if this host was
   * asleep and another took the job (JOB-3). Call it last, in a short transaction, because the job's
   * heartbeats wait for the lock.
   * @throws Error if the job has moved to another host.
   */
  hold: (within: Db) => Promise<void>;
};

/** Thrown by a job's work when a retry cannot help: the job then fails without further tries. */
export class LastingFailure extends Mistake {
  override name = 'LastingFailure';
}

/** The work that a host does for jobs of one kind. */
export type JobWork = {
  settings: JobSettings;
  /** The key and the system of jobs that start by schedule. */
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
