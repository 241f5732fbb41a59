import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, ping } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import type { StorageState } from '#model/contract/socket-messages.ts';

/** How the parts are; `off` is a part that was not asked for. */
export type PartHealth = 'up' | 'starting' | 'down' | 'off';
/**
 * A disk that is full does not make the host unhealthy: it lets people in and is read from, and is no better
 * when started anew. Neither does a bus that is down: what is live goes on here, and what others have waits.
 */
export type HostHealth = {
  host: PartHealth;
  database: PartHealth;
  simulator: PartHealth;
  storage: StorageState;
  bus: PartHealth;
};

/** Asked anew each time. */
export type HealthSources = { host: () => PartHealth; simulator: () => PartHealth; bus: () => PartHealth };

/** The one path that is answered under any name. */
export const healthPath = '/api/health';

/**
 * How long an answer of the database is good, how long it may still be given while the next one is waited
 * for, and how long that may take; in ms.
 */
const trustMs = 1_000;
const oldestMs = 5_000;
const patienceMs = 3_000;

const wellEnough: readonly PartHealth[] = ['up', 'off'];

/**
 * `GET /api/health` (CALL-16): 200 when all that was asked for is up, else 503. Nothing in it is secret and
 * may be asked by anybody.
 */
export function addHealth(
  app: FastifyInstance,
  database: Pick<Database, 'pool' | 'storage'>,
  { host, simulator, bus }: HealthSources,
): void {
  // Anybody may ask, as often as they like: it costs the database one question a second, and whoever asks
  // often never waits for it.
  let known: { at: number; health: PartHealth } | undefined;
  let asking: Promise<PartHealth> | undefined;

  app.get(healthPath, async (request, reply) => {
    const parts = { host: host(), database: await databaseHealth(), simulator: simulator() };
    const health: HostHealth = { ...parts, storage: database.storage(), bus: bus() };
    return reply.code(Object.values(parts).every((part) => wellEnough.includes(part)) ? 200 : 503).send(health);

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
        // Where patience ends first, nobody else hears how the question ended.
        answer.catch(() => undefined);
        const impatience = delay(patienceMs, undefined, { ref: false, signal: ending.signal });
        impatience.catch(() => undefined);
        await Promise.race([answer, impatience.then(() => Promise.reject(new Error(`No answer within ${patienceMs} ms`)))]);
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
