import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import { sweepAccountTables } from '../../platform/store/accounts/sessions.ts';
import type { Db } from '../../platform/store/database.ts';
import { retireSigningKeys } from './signing-keys.ts';

/**
 * Deletes expired sessions, links and keys, and the secrets of signing keys that no valid token needs. Stops
 * on `signal`.
 */
export async function sweepAccounts(database: Db, signal?: AbortSignal): Promise<void> {
  await sweepAccountTables(database, signal);
  signal?.throwIfAborted();
  await retireSigningKeys(database);
}

/** Runs every hour on one of the hosts that share the database. */
export const accountSweep: JobKind<null> = {
  ...hourlySweep(20),
  name: 'accounts-sweep',
  title: 'Clearing away sessions and keys that can no longer be used',
};
