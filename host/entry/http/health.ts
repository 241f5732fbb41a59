import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, ping } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import type { StorageState } from '#model/contract/socket-messages.ts';

/** The state of a part; `off` is a part that is not configured. */
export type PartHealth = 'up' | 'starting' | 'stopping' | 'down' | 'off';
/**
 * The health of the host and its parts. `missing` names the parts that are missing, for monitoring (HOST-16).
 * A full disk does not make the host unhealthy: people can still log in and read, and a restart would not
 * help. Nor does a bus that is down: the host's own live data still flow, and data from other hosts arrive
 * later.
 */
export type HostHealth = {
  host: PartHealth;
  database: PartHealth;
  simulator: PartHealth;
  storage: StorageState;
  bus: PartHealth;
  missing: string[];
};

/** The health of a host whose database is not open or not yet migrated. */
export const startingHealth: HostHealth = {
  host: 'starting',
  database: 'starting',
  simulator: 'starting',
  storage: 'ok',
  bus: 'starting',
  missing: ['host', 'database', 'migrations'],
};

/**
 * The functions that each health check calls. `hasFileRoom` is false after a data file did not fit on its
 * disk.
 */
export type HealthSources = {
  host: () => PartHealth;
  simulator: () => PartHealth;
  bus: () => PartHealth;
  hasFileRoom: () => Promise<boolean>;
};

/** The path that shows whether the host is ready for work. */
export const healthPath = '/api/health';
/** The path that shows whether the process responds at all. */
export const livePath = '/api/health/live';
/** Returns true for the paths that are answered under any host name and without a rate limit. */
export const isHealthPath = (path: string | undefined): boolean => path === healthPath || path === livePath;
/** The answer of a process that needs no restart, even if parts of the host are missing. */
export const liveAnswer = { host: 'live' };

/**
 * How long (ms) the result of a database check counts as fresh. `oldestMs`: how long it may be used while a
 * new check is in progress. `timeoutMs`: how long a check may take.
 */
const trustMs = 1_000;
const oldestMs = 5_000;
const timeoutMs = 3_000;

const wellEnough: readonly PartHealth[] = ['up', 'off'];

/**
 * Adds `GET /api/health` (CALL-16), which answers 200 if every configured part is up, else 503, and `GET
 * /api/health/live`, which answers without any check (HOST-16). Both are public and contain no secrets.
 */
export function addHealth(
  app: FastifyInstance,
  database: Pick<Database, 'pool' | 'storage'>,
  { host, simulator, bus, hasFileRoom }: HealthSources,
): void {
  // Anyone may call this at any rate: it queries the database at most once a second, and frequent callers
  // never wait for it.
  let known: { at: number; health: PartHealth } | undefined;
  let asking: Promise<PartHealth> | undefined;

  app.get(livePath, async () => liveAnswer);
  app.get(healthPath, async (request, reply) => {
    const parts = { host: host(), database: await databaseHealth(), simulator: simulator() };
    const storage = (await hasFileRoom()) ? database.storage() : 'full';
    const unwell = Object.entries(parts).flatMap(([part, health]) => (wellEnough.includes(health) ? [] : [part]));
    const missing = storage === 'full' ? [...unwell, 'disk'] : unwell;
    const health: HostHealth = { ...parts, storage, bus: bus(), missing };
    return reply.code(unwell.length === 0 ? 200 : 503).send(health);

    async function databaseHealth(): Promise<PartHealth> {
      const age = known === undefined ? Infinity : performance.now() - known.at;
      if (known !== undefined && age <= trustMs) return known.health;
      asking ??= ask().finally(() => (asking = undefined));
      return known !== undefined && age <= oldestMs ? known.health : asking;
    }

    async function ask(): Promise<PartHealth> {
      const health = await answerOfDatabase();
      known = { at: performance.now(), health };
      return health;
    }

    async function answerOfDatabase(): Promise<PartHealth> {
      const ending = new AbortController();
      try {
        const answer = ping(database);
        // Prevents an unhandled rejection if the ping fails after the wait has timed out.
        answer.catch(() => undefined);
        const deadline = delay(timeoutMs, undefined, { ref: false, signal: ending.signal });
        deadline.catch(() => undefined);
        await Promise.race([answer, deadline.then(() => Promise.reject(new Error(`No answer within ${timeoutMs} ms`)))]);
        return 'up';
      } catch (error) {
        request.log.warn({ reason: errorText(error) }, 'the database does not answer');
        return 'down';
      } finally {
        ending.abort();
      }
    }
  });
}
