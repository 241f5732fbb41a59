import * as v from 'valibot';
import type { JobProgress } from '#model/entities/job.ts';
import { Mistake } from '../mistake.ts';
import type { Db } from '../store/database.ts';

/** How jobs of a kind are kept and taken, whatever they are told. */
export type JobSettings = {
  /** Its name in the database. Never changed: jobs of it may be waiting. */
  name: string;
  /** What people read of it: 'Clearing away what is outdated'. */
  title: string;
  /** So many of it go well, and so little is in each, that people are not told of those. */
  isRoutine?: boolean;
  /** After so long a try is given up, and made again. */
  deadlineSeconds: number;
  /** How often it is tried again, also after its host died; with none left it has failed. */
  retries: number;
  /** The first pause before another try, 1 by default. */
  firstPauseSeconds?: number;
  /** The longest one; each is twice as long as the one before. */
  longestPauseSeconds: number;
  /** How many may wait: more are refused. */
  mostWaiting: number;
  /** How many one host does at once. They are taken and settled together: more than 1 for short ones. */
  atOnce: number;
  /** How many times `atOnce`, side by side: one that is slow does not hold up all others. 1 by default. */
  hands?: number;
  /**
   * What a job becomes whose key another one has: it `waits` its turn, or `joins` that one.
   * Without it all are done side by side.
   */
  sameKey?: 'waits' | 'joins';
  /** When one is asked for by itself: a cron expression, in the wall time of a zone. */
  schedule?: { cron: string; timezone: string; input: unknown };
};

/** A kind of work that is done once, by whichever host of the database comes to it (JOB-1). */
export type JobKind<Input> = JobSettings & {
  /** What a job of it is told, as JSON; checked when it is asked for and again when it is taken. */
  input: v.GenericSchema<unknown, Input>;
  /** Of the jobs of one key one at a time is done, on all hosts. Without it all of a kind have the same. */
  key?: (input: Input) => string;
  /** The system that a job of it belongs to, by its mitasId. Without it all are the whole host's. */
  system?: (input: Input) => string | null;
  schedule?: { input: Input };
};

/** One try of a job, for whoever does it. */
export type JobTry = {
  /** 1 for the first. */
  number: number;
  /** Aborted when it was cancelled, took too long, went on elsewhere, or the host stops. */
  signal: AbortSignal;
  /** Says how far it has come, as often as it likes: it is written at most once a second (JOB-10). */
  progress: (progress: JobProgress) => void;
  /**
   * Holds the job for this try until the transaction ends: what is written in it is written by one try only,
   * however long this host was asleep (JOB-3). It comes last, in a short transaction: the job cannot say
   * meanwhile that it lives.
   * @throws Error when it went on elsewhere meanwhile.
   */
  hold: (within: Db) => Promise<void>;
};

/** Thrown by work that no other try would mend: the job has failed, whatever tries it has left. */
export class LastingFailure extends Mistake {
  override name = 'LastingFailure';
}

/** What a host does with jobs of one kind. */
export type JobWork = {
  settings: JobSettings;
  /** The key and the system of what the schedule asks for. */
  scheduled: { key: string | undefined; mitasId: string | null };
  work: (input: unknown, attempt: JobTry) => Promise<void>;
};

/** Says how the jobs of a kind are done. */
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
