import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import { sweepAccountTables } from '../../platform/store/accounts/sessions.ts';
import type { Db } from '../../platform/store/database.ts';
import { retireSigningKeys } from './signing-keys.ts';

/**
 * Removes what no one can use any more, and the secrets of signing keys that signed nothing that still lives;
 * until `signal` ends it.
 */
export async function sweepAccounts(database: Db, signal?: AbortSignal): Promise<void> {
  await sweepAccountTables(database, signal);
  signal?.throwIfAborted();
  await retireSigningKeys(database);
}

/** Comes every hour, on one host of the database. */
export const accountSweep: JobKind<null> = {
  ...hourlySweep(20),
  name: 'accounts-sweep',
  title: 'Clearing away sessions and keys that can no longer be used',
};
