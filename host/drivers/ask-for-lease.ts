import type { DriverParts } from '../domain/fleet/index.ts';
import { termMs } from '../platform/leases/lease-term.ts';
import type { LedTask, Taking } from '../platform/leases/leases.ts';

const ledElsewhere = 'another host on this database runs this system; this one waits for it to stop';

/** At least so long between two questions (ms), also where a term is over and its holder still writes. */
const leastWaitMs = 250;
/** And at most, as a lease may be given back. */
const longestWaitMs = 2_000;

/**
 * Asks for the lease of a task, each time it is called; refused, it tells how long to wait before the next
 * time. It says once in the log that another host has the lease, and only when that one has kept it for
 * longer than a term: one that was killed does not.
 */
export function asksForLease(
  task: LedTask,
  { leases, log, systemId }: Pick<DriverParts, 'leases' | 'log' | 'systemId'>,
): () => Promise<Taking> {
  let refusedSince: number | null = null;
  let hasSaid = false;
  return async () => {
    const taking = await leases.take(task, systemId);
    if (taking.lease !== null) {
      refusedSince = null;
      hasSaid = false;
      return taking;
    }
    refusedSince ??= performance.now();
    if (!hasSaid && performance.now() - refusedSince > termMs) {
      hasSaid = true;
      log.info({ mitasId: systemId }, ledElsewhere);
    }
    return { lease: null, freeInMs: Math.min(longestWaitMs, Math.max(leastWaitMs, taking.freeInMs)) };
  };
}
