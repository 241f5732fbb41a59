import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { tooManyReads, unavailable } from '../api-error.ts';
import { Turns } from '../turns.ts';
import type { Lane } from './pools.ts';
import { ReasonKeepingDialect } from './postgres-dialect.ts';
import type { DatabaseSchema } from './schema.ts';

/** What a heavy read may use: a connection of its own, for typed queries (`db`) or plain ones (`client`). */
export type HeavyRead = { db: Kysely<DatabaseSchema>; client: Pick<Pool, 'query'> };

/** The lane for reads whose cost grows with the amount of stored data. */
export type HeavyReads = {
  /**
   * Runs a read when it is the person's turn (STO-12). Each person may run a few reads at a time; further
   * ones wait. Aborting `gone` cancels the read in the database, too, and rejects with the signal's reason.
   * @throws ApiError 429 if too many of the person's reads wait, 503 if a statement takes too long.
   */
  read<T>(person: number, gone: AbortSignal, work: (read: HeavyRead) => Promise<T>): Promise<T>;
};

/** The 'person' of reads that fill gaps of the live line. Consoles with the same gap share one read. */
export const readsOfTheLine = 0;

const perPerson = 2;
const waitingPerPerson = 30;
/**
 * The largest number of waiting reads of all people. With more, reads would wait longer than their callers
 * do.
 */
const waitingInAll = 1_000;
/**
 * Time (ms) after which a cancellation is repeated, because one that arrives between two statements has no
 * effect.
 */
const cancelAgainMs = 100;
const cancelled = '57014';

/** Makes the heavy reads of `lane`. Connections of `calls` cancel its running statements. */
export function heavyReads(lane: Lane, calls: Lane): HeavyReads {
  const total = lane.pool.options.max;
  const asked = new Turns({ perKey: perPerson + waitingPerPerson, total: total + waitingInAll });
  const turns = new Turns({ perKey: perPerson, total });
  return {
    async read(person, gone, work) {
      const leave = asked.tryTake(person);
      if (leave === null) throw tooManyReads();
      try {
        const end = await turns.take(person, gone);
        try {
          return await readOn(lane.pool, calls.pool, gone, work);
        } finally {
          end();
        }
      } finally {
        leave();
      }
    },
  };
}

async function readOn<T>(pool: Pool, calls: Pool, gone: AbortSignal, work: (read: HeavyRead) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isSpoilt = false;
  const spoil = () => (isSpoilt = true);
  try {
    const backend = await backendOf(client);
    gone.throwIfAborted();
    const ended = new AbortController();
    const isCancelled = cancelWhenGone(calls, backend, gone, ended.signal);
    try {
      return await work({ db: queriesOn(client, spoil), client });
    } finally {
      ended.abort();
      // Wait for the last cancellation before the connection is reused. If anything was cancelled, the
      // connection is discarded.
      if (await isCancelled) spoil();
    }
  } catch (error) {
    gone.throwIfAborted();
    if (isOutOfTime(error)) throw unavailable('This takes too long to be read: ask for less of it.', 30);
    throw error;
  } finally {
    client.release(isSpoilt);
  }
}

/** A server process: its pid, which may be reused, and its start time, which makes the pair unique. */
type Backend = { pid: number; since: string };

const backends = new WeakMap<PoolClient, Backend>();

async function backendOf(client: PoolClient): Promise<Backend> {
  const known = backends.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<Backend>(
    'select pid, backend_start::text as since from pg_stat_activity where pid = pg_backend_pid()',
  );
  const backend = rows[0];
  if (backend === undefined) throw new Error('The database does not tell which of its processes serves a connection');
  backends.set(client, backend);
  return backend;
}

/**
 * Cancels a backend's statements from when `gone` is aborted until `ended` is aborted. Then resolves with
 * whether it cancelled anything.
 */
async function cancelWhenGone(calls: Pool, { pid, since }: Backend, gone: AbortSignal, ended: AbortSignal): Promise<boolean> {
  const either = AbortSignal.any([gone, ended]);
  if (!either.aborted) await once(either, 'abort');
  const isCancelling = !ended.aborted;
  while (!ended.aborted) {
    // If cancelling fails, the statement timeout ends the read.
    await calls
      .query('select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and backend_start = $2::timestamptz', [
        pid,
        since,
      ])
      .catch(() => undefined);
    await delay(cancelAgainMs, undefined, { signal: ended }).catch(() => undefined);
  }
  return isCancelling;
}

/**
 * Returns typed queries on one connection, which they do not give back to the pool. `spoil` is called if it
 * becomes unusable.
 */
function queriesOn(client: PoolClient, spoil: () => void): Kysely<DatabaseSchema> {
  const release = (isBroken?: boolean | Error) => void (isBroken && spoil());
  const lent = { query: client.query.bind(client) as PoolClient['query'], release };
  const pool = { connect: () => Promise.resolve(lent), options: {}, end: () => Promise.resolve() };
  return new Kysely<DatabaseSchema>({ dialect: new ReasonKeepingDialect({ pool }) });
}

function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === cancelled;
}
