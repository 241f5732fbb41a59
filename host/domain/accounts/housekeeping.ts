import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../platform/store/database.ts';
import { retireSigningKeys } from './signing-keys.ts';

const everyMs = 3_600_000;

/**
 * Removes what no one can use any more: refresh tokens past their time, sessions that ended a month ago, counts of tries whose time is over,
 * notes that every host has read, the secrets of signing keys that signed nothing that still lives.
 * Used refresh tokens stay while they could still come back, because that is how a stolen one is found.
 */
export async function sweepAccounts({ db }: Pick<Database, 'db'>): Promise<void> {
  const ago = (interval: string) => sql<Date>`now() - ${interval}::interval`;
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', ago('1 day')).execute();
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('ended_at', '<', ago('30 days')), eb('expires_at', '<', ago('30 days'))]))
    .execute();
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
  await db.deleteFrom('membership_changes').where('at', '<', ago('1 day')).execute();
  await db.deleteFrom('security_notes').where('logged_at', '<', ago('1 day')).execute();
  await retireSigningKeys({ db });
}

/** Sweeps now and every hour, one sweep at a time. Returns the function that stops it. */
export function keepAccountsClean(database: Pick<Database, 'db'>, log: Logger, intervalMs = everyMs): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const sweep = () => {
    underWay ??= sweepAccounts(database)
      .catch((error: unknown) => log.warn({ err: error }, 'old sessions could not be removed; tried again in an hour'))
      .finally(() => {
        underWay = undefined;
      });
  };
  sweep();
  const timer = setInterval(sweep, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
