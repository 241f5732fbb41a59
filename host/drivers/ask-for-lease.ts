import type { DriverParts } from '../domain/fleet/index.ts';
import { termMs } from '../platform/leases/lease-term.ts';
import type { LedTask, Taking } from '../platform/leases/leases.ts';

const ledElsewhere = 'another host on this database runs this system; this one waits for it to stop';

/** The shortest wait between two requests (ms). A holder may still write after its term is over. */
const leastWaitMs = 250;
/** The longest wait (ms): a lease may be released early. */
const longestWaitMs = 2_000;

/**
 * Returns a function that requests the lease of a task. If another host has the lease, the function returns
 * how long to wait before the next request. It logs once that another host runs the system, after a full
 * term: the lease of a killed host has ended by then.
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
