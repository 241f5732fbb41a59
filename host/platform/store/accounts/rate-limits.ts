import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Database } from '../database.ts';

/**
 * Counts by what is stored, so that neither a restart nor a second host process forgets; at most `points` in
 * `duration` seconds.
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
    // The table is made by a migration and swept by the housekeeping.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    ...limit,
  });
}
