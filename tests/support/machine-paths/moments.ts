import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { prepare } from './harness.ts';
import type { Samples } from './samples.ts';
import { eventOf, type Path, replay, type Step } from './steps.ts';

/** One step of a path with the event it sends (null when it is not one of the samples' events) and where the machine is afterwards. */
export interface Moment {
  step: Step;
  event: EventObject | null;
  snapshot: AnyMachineSnapshot;
}

/** What happens on a path, step by step, as a fresh machine walks it: what whoever walks it elsewhere must see there too. */
export async function momentsOf(samples: Samples, path: Path): Promise<Moment[]> {
  const bench = prepare(samples);
  const moments: Moment[] = [];
  for (const [at, step] of path.steps.entries()) {
    const before = await replay(bench, { ...path, steps: path.steps.slice(0, at) });
    const event = eventOf(before, step);
    before.stop();
    const after = await replay(bench, { ...path, steps: path.steps.slice(0, at + 1) });
    moments.push({ step, event, snapshot: after.snapshot() });
    after.stop();
  }
  return moments;
}
