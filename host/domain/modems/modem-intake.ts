import { type BroughtReports, sharedIntake, type SharedIntakeParts } from '../../platform/store/shared-intake.ts';
import { inTransaction, waitForLocks } from '../../platform/store/database.ts';
import type { ReportOutcome } from '../../platform/store/fleet/first-of-each.ts';
import type { ModemReport } from '../../platform/store/fleet/modem-readings.ts';
import type { Lane } from '../../platform/store/pools.ts';
import { storingContacts } from '../../platform/store/storage-watch.ts';
import { triedAgain } from '../../platform/store/tried-again.ts';
import { writeModemReports } from './write-modems.ts';

/** The result for each report, in order. */
export type ModemsTaken = { outcomes: ReportOutcome[] };

/**
 * Stores what modems send (REG-28). Concurrent senders of one system share a transaction (`sharedIntake`).
 * Publishes nothing, because consoles query modems from time to time.
 */
export function createModemIntake({
  database,
  ...parts
}: { database: Lane } & Pick<SharedIntakeParts<ModemReport, ModemsTaken>, 'lockMs' | 'turn'>): (
  systemId: string,
  brought: BroughtReports<ModemReport>,
) => Promise<ModemsTaken> {
  return sharedIntake({
    ...parts,
    store: (systemId, reports) => {
      const write = () =>
        inTransaction(database, async (within) => {
          await waitForLocks(within, parts.lockMs);
          return { outcomes: await writeModemReports(within, systemId, reports) };
        });
      return storingContacts(database.pool, reports.length, () => triedAgain(write));
    },
    share: ({ outcomes }, reports, from) => ({ outcomes: outcomes.slice(from, from + reports.length) }),
  });
}
