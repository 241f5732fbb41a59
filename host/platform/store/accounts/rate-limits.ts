import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../database.ts';

/**
 * Makes a rate limit of `points` in `duration` seconds. It is stored, so that it applies across restarts and
 * host processes.
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
    // A migration creates the table, and the housekeeping sweeps it.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  });
}
