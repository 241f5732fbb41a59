import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../database.ts';

/**
 * Makes a rate limit of `points` in `duration` seconds. Its counts are stored, so that it holds across
 * restarts and for all host processes together.
 */
export function storedRateLimit(
  { pool }: Pick<Database, 'pool'>,
  name: string,
  limit: { points: number; duration: number },
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    // A migration creates the table, and the host's housekeeping deletes expired rows.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  });
}
