import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import { repairAllTouchedHours } from '../../platform/store/contacts/contacts-query.ts';
import { countPowers, hoursAtOnce, staleHours } from '../../platform/store/contacts/hourly-powers.ts';
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
  for (;;) {
    const hours = await staleHours(database);
    let counted = 0;
    for (let at = 0; at < hours.length; at += hoursAtOnce) {
      counted += await countPowers(database, hours.slice(at, at + hoursAtOnce));
      signal?.throwIfAborted();
    }
    if (counted === 0) return;
  }
}
