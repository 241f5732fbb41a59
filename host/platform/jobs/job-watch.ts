import type { Bus } from '../bus/bus.ts';
import type { DatabaseLine } from '../bus/database-line.ts';

/** On it the database announces each system whose jobs have changed, '' for the whole host's (0034). */
const jobsChannel = 'console_jobs';

/** Those of so long after the first go together: a job may tell every second how far it is. */
const togetherMs = 1_000;

/**
 * Publishes on the bus whose jobs have changed (JOB-13), the first at once; after a cut of the line
 * everybody's may have.
 */
export function watchJobs({ bus, line }: { bus: Bus; line: DatabaseLine }): { close: () => void } {
  let changed: Set<string> | null = new Set();
  let pause: NodeJS.Timeout | undefined;
  let wasCut = false;

  const publish = (): void => {
    pause = undefined;
    if (changed?.size === 0) return;
    bus.publish({ kind: 'jobsChanged', mitasIds: changed === null ? null : [...changed] });
    changed = new Set();
    pause = setTimeout(publish, togetherMs).unref();
  };
  line.listen(jobsChannel, {
    heard: (mitasId) => {
      changed?.add(mitasId);
      if (pause === undefined) publish();
    },
    begun: () => {
      if (!wasCut) return;
      wasCut = false;
      changed = null;
      if (pause === undefined) publish();
    },
    cut: () => (wasCut = true),
  });
  return { close: () => clearTimeout(pause) };
}
