import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { countPowers } from '../../platform/store/contacts/hourly-powers.ts';
import type { Db } from '../../platform/store/database.ts';

/** Ten minutes after each hour, so that those that are over are counted soon (STAT-12). */
export const powerCount: JobKind<null> = {
  ...hourlySweep(10),
  name: 'power-count',
  title: 'Counting the powers of contacts',
};

/** Counts until nothing is left to count. */
export async function countAllPowers(database: Db, signal?: AbortSignal): Promise<void> {
  while ((await countPowers(database)) > 0) signal?.throwIfAborted();
}
