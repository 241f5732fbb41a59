import type { Bus } from '../bus/bus.ts';
import type { DatabaseLine } from '../bus/database-line.ts';

/**
 * The channel on which the database announces each system whose jobs changed; '' stands for the host's own
 * jobs (0034).
 */
const jobsChannel = 'console_jobs';

/** Time (ms) for which further announcements are gathered, because a job may report progress every second. */
const togetherMs = 1_000;

/**
 * Publishes on the bus which systems' jobs changed (JOB-13). The first change is published immediately. After
 * a lost connection, all systems count as changed.
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
