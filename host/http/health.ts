import type { FastifyInstance } from 'fastify';
import type { Database } from '../store/database.ts';

/** How the parts are; `off` is a part that was not asked for. */
export type PartHealth = 'up' | 'starting' | 'down' | 'off';
export type Health = { host: PartHealth; database: PartHealth; simulator: PartHealth };

/** Asked anew each time. */
export type HealthSources = { host: () => PartHealth; simulator: () => PartHealth };

const wellEnough: readonly PartHealth[] = ['up', 'off'];

/** `GET /api/health` (issue §1): 200 when all that was asked for is up, else 503. It tells nothing secret and may be asked by anybody. */
export function addHealth(app: FastifyInstance, { pool }: Pick<Database, 'pool'>, { host, simulator }: HealthSources): void {
  app.get('/api/health', async (request, reply) => {
    const health: Health = { host: host(), database: await databaseHealth(), simulator: simulator() };
    return reply.code(Object.values(health).every((part) => wellEnough.includes(part)) ? 200 : 503).send(health);

    async function databaseHealth(): Promise<PartHealth> {
      try {
        await pool.query('select 1');
        return 'up';
      } catch (error) {
        request.log.warn({ err: error }, 'the database does not answer');
        return 'down';
      }
    }
  });
}
