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
 * The lane for data from receivers and files. Loading a history, or reading one into a file, occupies a
 * connection for long, so only a few may do it at a time (`histories`); the other connections are for
 * senders. `joined` has connections for storing contacts of many senders together. They wait only briefly for
 * locks, so they are used for nothing else.
 */
export type IngestLane = Lane & { histories: Turns; joined: Pool };

/**
 * The connections of a host by purpose (STO-11), separate so that a flood in one lane takes none from
 * another. A host has 19 here and 7 more for leases, listeners and jobs. Two hosts use 52 of the 57 that the
 * embedded server offers to roles other than its superuser; the others are for commands.
 */
const sizes = { calls: 8, ingest: 5, joined: 2, reads: 4 } as const;

/**
 * Statement timeout of heavy reads (ms). It is shorter than the 30 s that a console waits for a call
 * (CALL-12).
 */
const readMs = 20_000;

/**
 * Time (ms) after which the server ends an idle transaction. Ours are idle that long only if their process
 * was stopped or vanished, and others would wait for their locks (HOST-12).
 */
const idleMs = 60_000;

/** Makes the lanes of one database. They open connections when needed. */
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

/**
 * How busy a lane is: its largest (`max`) and present (`total`) number of connections, those `idle`, and the
 * statements `waiting` for one.
 */
export type PoolUse = { lane: string; max: number; total: number; idle: number; waiting: number };

/** Returns how busy each lane is. */
export function usesOf(lanes: Readonly<Record<string, Lane>>): PoolUse[] {
  return Object.entries(lanes).map(([lane, { pool }]) => ({
    lane,
    max: pool.options.max,
    total: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
}

/** Makes a lane with a single connection, so that its statements run one after the other. */
export function openSingle(url: string, log: Logger): Lane {
  return openLane(url, 1, '', log);
}

/** Makes a lane with a single connection that can only read. */
export function openReading(url: string, log: Logger): Lane {
  return openLane(url, 1, '-c default_transaction_read_only=on', log);
}

function openLane(connectionString: string, max: number, options: string, log: Logger, onQuery?: OnQuery): Lane {
  const pool = new Pool({
    Client: onQuery === undefined ? PreparingClient : timedClient(onQuery),
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    // Keepalive notices a remote server that vanished silently.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'telemetry-console',
    // Without this, compiling a query over hundreds of partitions takes tens of seconds on any server.
    options: `-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=${idleMs} ${options}`.trim(),
    types: rowTypes,
  });
  // Every connection needs a listener, even one in use, because its end would otherwise end this process. Its
  // user learns of the end from the statement that fails.
  pool.on('connect', (client) => {
    client.once('error', (error) => {
      // An ending pool does not wait for its idle connections, so losing one then is normal.
      if (!pool.ending) log.warn({ reason: error.message }, 'a database connection was lost');
    });
    client.on('error', () => undefined);
  });
  // The pool reports the connection's error a second time.
  pool.on('error', () => undefined);
  return { pool, db: new Kysely<DatabaseSchema>({ dialect: new ReasonKeepingDialect({ pool }) }) };
}

/**
 * Reads bigint as a number (no count or size here comes near 2^53), and a calendar date as text, because it
 * is not a point in time.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.DATE]: (text) => text,
};

const rowTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (format === 'binary' ? undefined : parsers[oid]) ?? types.getTypeParser(oid, format),
};
