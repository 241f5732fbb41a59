import type { Logger } from 'pino';
import { hourly } from '../../platform/hourly.ts';
import { sweepAccountTables } from '../../platform/store/accounts/sessions.ts';
import type { Db } from '../../platform/store/database.ts';
import { retireSigningKeys } from './signing-keys.ts';

/**
 * Removes what no one can use any more, and the secrets of signing keys that signed nothing that still lives.
 */
export async function sweepAccounts(database: Db): Promise<void> {
  await sweepAccountTables(database);
  await retireSigningKeys(database);
}

/** Sweeps now and every hour, one sweep at a time. Returns the function that stops it. */
export function keepAccountsClean(database: Db, log: Logger, intervalMs?: number): () => Promise<void> {
  return hourly(
    () => sweepAccounts(database),
    (error) => log.warn({ err: error }, 'old sessions could not be removed; tried again in an hour'),
    intervalMs,
  );
}
