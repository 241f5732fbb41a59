import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { tooManyReads, unavailable } from '../api-error.ts';
import { Turns } from '../turns.ts';
import type { Lane } from './pools.ts';
import { ReasonKeepingDialect } from './postgres-dialect.ts';
import type { DatabaseSchema } from './schema.ts';

/** What a heavy read asks with: one connection, its own for as long as it lasts. */
export type HeavyRead = { db: Kysely<DatabaseSchema>; client: Pick<Pool, 'query'> };

/** The lane of reads whose cost grows with the past. */
export type HeavyReads = {
  /**
   * Reads for a person when their turn comes (STO-12): of one person so many at a time, the others wait.
   * Aborting `gone` ends it in the database as well, and rejects with the signal's reason.
   * @throws ApiError 429 where too many of theirs wait already, 503 where a statement takes too long.
   */
  read<T>(person: number, gone: AbortSignal, work: (read: HeavyRead) => Promise<T>): Promise<T>;
};

/** Reads for nobody in particular: gaps of the live line, which those who miss the same share. */
export const readsOfTheLine = 0;

const perPerson = 2;
const waitingPerPerson = 30;
/** Those of all persons together: more than that wait longer than they would be waited for. */
const waitingInAll = 1_000;
/** A cancellation that came between two statements of a read ended neither. */
const cancelAgainMs = 100;
const cancelled = '57014';

/** `calls` is the lane by which running statements of `lane` are cancelled. */
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
      // Whatever cancels is through before the connection is anybody else's; one that was cancelled never is.
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

/** Who serves a connection: a number that is given again, and since when, which tells them apart. */
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
 * Cancels what a backend does from when `gone` is aborted until `ended` is. Resolves when it sends no more:
 * whether it ever did.
 */
async function cancelWhenGone(calls: Pool, { pid, since }: Backend, gone: AbortSignal, ended: AbortSignal): Promise<boolean> {
  const either = AbortSignal.any([gone, ended]);
  if (!either.aborted) await once(either, 'abort');
  const isCancelling = !ended.aborted;
  while (!ended.aborted) {
    // Where it cannot be asked for now, the limit of a statement's time ends the read.
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

/** Typed queries on a connection that no query gives back; `spoil` hears when it is of no more use. */
function queriesOn(client: PoolClient, spoil: () => void): Kysely<DatabaseSchema> {
  const release = (isBroken?: boolean | Error) => void (isBroken && spoil());
  const lent = { query: client.query.bind(client) as PoolClient['query'], release };
  const pool = { connect: () => Promise.resolve(lent), options: {}, end: () => Promise.resolve() };
  return new Kysely<DatabaseSchema>({ dialect: new ReasonKeepingDialect({ pool }) });
}

function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === cancelled;
}
