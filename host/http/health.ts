import type { FastifyInstance } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../store/database.ts';

/** How the parts are; `off` is a part that was not asked for. */
export type PartHealth = 'up' | 'starting' | 'down' | 'off';
export type Health = { host: PartHealth; database: PartHealth; simulator: PartHealth };

/** Asked anew each time. */
export type HealthSources = { host: () => PartHealth; simulator: () => PartHealth };

/** The one path that is answered under any name. */
export const healthPath = '/api/health';

/** How long an answer of the database stands, and how long it is waited for, in ms. */
const trustMs = 1_000;
const patienceMs = 3_000;

const wellEnough: readonly PartHealth[] = ['up', 'off'];

/** `GET /api/health` (issue §1): 200 when all that was asked for is up, else 503. It tells nothing secret and may be asked by anybody. */
export function addHealth(app: FastifyInstance, { pool }: Pick<Database, 'pool'>, { host, simulator }: HealthSources): void {
  // Anybody may ask, as often as they like: it costs the database one question a second.
  let asked: { at: number; answer: Promise<PartHealth> } | undefined;

  app.get(healthPath, async (request, reply) => {
    const health: Health = { host: host(), database: await databaseHealth(), simulator: simulator() };
    return reply.code(Object.values(health).every((part) => wellEnough.includes(part)) ? 200 : 503).send(health);

    function databaseHealth(): Promise<PartHealth> {
      if (asked === undefined || performance.now() - asked.at > trustMs) asked = { at: performance.now(), answer: ask() };
      return asked.answer;
    }

    async function ask(): Promise<PartHealth> {
      try {
        const query = pool.query('select 1');
        // Where patience ends first, nobody else hears how the question ended.
        query.catch(() => undefined);
        await Promise.race([
          query,
          delay(patienceMs, undefined, { ref: false }).then(() => Promise.reject(new Error(`No answer within ${patienceMs} ms`))),
        ]);
        return 'up';
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer');
        return 'down';
      }
    }
  });
}
