import { hourlySweep } from '../../platform/jobs/hourly-sweep.ts';
import type { JobKind } from '../../platform/jobs/job-kind.ts';
import type { Db } from '../../platform/store/database.ts';
import { deleteCommandsBefore } from '../../platform/store/fleet/commands.ts';

/**
 * How many days ended commands are kept: as long as changes by default, but only a week for the host's own
 * clock syncs, which may come every 15 minutes.
 */
const keptDays = { commands: 400, ownSyncs: 7 };

/** Deletes commands that ended long ago (CMD-11). */
export async function sweepCommands(database: Db, signal?: AbortSignal): Promise<void> {
  while ((await deleteCommandsBefore(database, keptDays)) > 0) signal?.throwIfAborted();
}

/** Runs every hour on one of the hosts that share the database. */
export const commandSweep: JobKind<null> = {
  ...hourlySweep(30),
  name: 'commands-sweep',
  title: 'Clearing away commands of long ago',
};
