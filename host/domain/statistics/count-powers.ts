import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { repairAllTouchedHours } from '../../platform/store/contacts/contacts-query.ts';
import { countPowers } from '../../platform/store/contacts/hourly-powers.ts';
import type { Database } from '../../platform/store/database.ts';

/** Runs ten minutes after each hour, so that finished hours are counted soon (STAT-12). */
export const powerCount: JobKind<null> = {
  ...hourlySweep(10),
  name: 'power-count',
  title: 'Building power histograms',
};

/** Counts all hours that are not counted yet, also in a database restored from another server's dump. */
export async function countAllPowers(database: Pick<Database, 'db' | 'pool'>, signal?: AbortSignal): Promise<void> {
  await repairAllTouchedHours(database, signal);
  while ((await countPowers(database)) > 0) signal?.throwIfAborted();
}
