import { Kysely } from 'kysely';
import { Pool, types, type CustomTypesConfig } from 'pg';
import type { Logger } from 'pino';
import { ReasonKeepingDialect } from './postgres-dialect.ts';
import { PreparingClient } from './prepared.ts';
import type { DatabaseSchema } from './schema.ts';
import { type OnQuery, timedClient } from './timed-client.ts';
import { Turns } from '../turns.ts';

/** Connections for one purpose: `pool` for set-based statements and COPY, `db` for typed queries. */
export type Lane = { pool: Pool; db: Kysely<DatabaseSchema> };

/**
 * What receivers and files bring. A history holds a connection for as long as it is computed: of any number
 * of systems so many at a time (`histories`), and the senders have the others; what reads one into a file
 * takes the same turns. `joined` is for what many
 * senders bring together, whose connections wait for no lock for long, and so for nothing else.
 */
export type IngestLane = Lane & { histories: Turns; joined: Pool };

/**
 * How many connections a host has for what (STO-11): a flood in one lane takes none of another. Two hosts
 * with all of theirs, 19 here and 7 that leases, listeners and jobs keep beside them, take 52 of the 57 that
 * the embedded server lends to others than its superuser; the rest is for commands beside the hosts.
 */
const sizes = { calls: 8, ingest: 5, joined: 2, reads: 4 } as const;

/** Longer than any read that is waited for: a console gives its calls up after 30 s (CALL-12). */
const readMs = 20_000;

/**
 * A transaction is idle for as long as its process is busy with something else: none is for that long (ms),
 * but that of a process that was stopped or that vanished, for which others would wait (HOST-12).
 */
const idleMs = 60_000;

/** The lanes of one database, none of which has a connection yet. */
export function openLanes(
  url: string,
  log: Logger,
  onQuery?: OnQuery,
): Record<keyof typeof sizes, Lane> & { ingest: IngestLane } {
  const joined = openLane(url, sizes.joined, '', log, onQuery);
  return {
    calls: openLane(url, sizes.calls, '', log, onQuery),
    ingest: {
      ...openLane(url, sizes.ingest, '', log, onQuery),
      histories: new Turns({ perKey: 2, total: 2 }),
      joined: joined.pool,
    },
    joined,
    reads: openLane(url, sizes.reads, `-c statement_timeout=${readMs}`, log, onQuery),
  };
}

/** How many connections a lane has, at the most and now, and how many statements wait for one. */
export type PoolUse = { lane: string; max: number; total: number; idle: number; waiting: number };

/** Of each lane. */
export function usesOf(lanes: Readonly<Record<string, Lane>>): PoolUse[] {
  return Object.entries(lanes).map(([lane, { pool }]) => ({
    lane,
    max: pool.options.max,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
}

/** A lane of one connection, for what is done in order and ends. */
export function openSingle(url: string, log: Logger): Lane {
  return openLane(url, 1, '', log);
}

/** A lane of one connection that can write nothing. */
export function openReading(url: string, log: Logger): Lane {
  return openLane(url, 1, '-c default_transaction_read_only=on', log);
}

function openLane(connectionString: string, max: number, options: string, log: Logger, onQuery?: OnQuery): Lane {
  const pool = new Pool({
    Client: onQuery === undefined ? PreparingClient : timedClient(onQuery),
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    // A server on another machine that vanished without a word is noticed.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'telemetry-console',
    // To compile a query of hundreds of partitions takes tens of seconds, whatever server it is.
    options: `-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=${idleMs} ${options}`.trim(),
    types: rowTypes,
  });
  // Every connection, also one that is checked out (a transaction, a bulk load): whoever uses it
  // hears of its end by the statement that fails, but without a listener here it would end the process.
  pool.on('connect', (client) => {
    client.once('error', (error) => {
      // A pool that is ending does not wait for its idle connections, so these may be cut short.
      if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
    });
    client.on('error', () => undefined);
  });
  // The pool repeats what the connection itself has said.
  pool.on('error', () => undefined);
  return { pool, db: new Kysely<DatabaseSchema>({ dialect: new ReasonKeepingDialect({ pool }) }) };
}

/**
 * bigint as number (no count or byte size here nears 2^53), and a calendar date as its text: it has no
 * instant.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.DATE]: (text) => text,
};

const rowTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : parsers[oid]) ?? types.getTypeParser(oid, format),
};
