import type { DriverParts } from '../domain/fleet/index.ts';
import { termMs } from '../platform/leases/lease-term.ts';
import type { LedTask, Taking } from '../platform/leases/leases.ts';

const ledElsewhere = 'another host on this database makes this system live, and this one waits for it to stop';

/** At least so long between two questions (ms), also where a term is over and its holder still writes. */
const leastWaitMs = 250;

/**
 * Asks for the lease of a task, each time it is called; refused, it tells how long to wait before the next
 * time, `waitMs` at the most. It says once in the log that another host has the lease, and only when that one
 * has kept it for longer than a term: one that was killed does not.
 */
export function asksForLease(
  task: LedTask,
  waitMs: number,
  { leases, log, systemId }: Pick<DriverParts, 'leases' | 'log' | 'systemId'>,
): () => Promise<Taking> {
  let refusedSince: number | null = null;
  let isWarned = false;
  return async () => {
    const taking = await leases.take(task, systemId);
    if (taking.lease !== null) {
      refusedSince = null;
      isWarned = false;
      return taking;
    }
    refusedSince ??= performance.now();
    if (!isWarned && performance.now() - refusedSince > termMs) {
      isWarned = true;
      log.warn({ mitasId: systemId }, ledElsewhere);
    }
    return { lease: null, freeInMs: Math.min(waitMs, Math.max(leastWaitMs, taking.freeInMs)) };
  };
}
