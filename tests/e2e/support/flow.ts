import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { machineCoverage, momentsOf, type Path, pathText, type Samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';

type Intent<TMachine extends AnyStateMachine> = EventFromLogic<TMachine>['type'];

/**
 * How the paths of a machine are walked in the real page. A machine's event is either done by hand or stands in `elsewhere`, so that a new
 * one is not forgotten; samples offer an event only where the page offers it.
 */
export type Flow<TMachine extends AnyStateMachine, Stage> = {
  machine: TMachine;
  samples: Samples;
  /** What a person does, by the event that it sends. */
  byHand: {
    [TType in Intent<TMachine>]?: (stage: Stage, event: Extract<EventFromLogic<TMachine>, { type: TType }>) => Promise<void>;
  };
  /** What the host and the network do, by the words of the path; the snapshot is what it must come to. */
  byTheWorld: Readonly<Record<string, (stage: Stage, snapshot: SnapshotFrom<TMachine>) => Promise<void>>>;
  /** Events that no person sends, or that no path here can walk, and why. */
  elsewhere: { [TType in Intent<TMachine>]?: string };
  /** What must be visible where the machine is. */
  shows: (stage: Stage, snapshot: SnapshotFrom<TMachine>) => Promise<void>;
};

/**
 * The generated paths of a flow as far as hands and the host can walk them (nobody waits for timers), each once, the longer for the shorter.
 * `wholeLeads`: the leads of its samples are stories with an end, and walked to it, also where a shorter path meets all that is new in them.
 */
export async function pathsOf(
  flow: Pick<Flow<AnyStateMachine, never>, 'samples'>,
  { wholeLeads = false }: { wholeLeads?: boolean } = {},
): Promise<Path[]> {
  const { paths, leads } = await machineCoverage(flow.samples);
  const walkable = [...paths, ...(wholeLeads ? leads : [])].map((path) => {
    const timer = path.steps.findIndex(({ kind }) => kind === 'time');
    return timer === -1 ? path : { ...path, steps: path.steps.slice(0, timer) };
  });
  const unique = [...new Map(walkable.map((path) => [pathText(path), path])).values()];
  return unique.filter((path) => !unique.some((other) => other !== path && pathText(other).startsWith(`${pathText(path)} → `)));
}

/** Walks a path in the page, and checks after every step that the page shows where the machine is. */
export async function walk<TMachine extends AnyStateMachine, Stage>(
  flow: Flow<TMachine, Stage>,
  path: Path,
  stage: Stage,
  step: (words: string, body: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const moment of await momentsOf(flow.samples, path)) {
    const { label } = moment.step;
    await step(label, async () => {
      const { event } = moment;
      const snapshot = moment.snapshot as SnapshotFrom<TMachine>;
      if (event === null) await handOf(flow.byTheWorld, label)(stage, snapshot);
      else await handOf(flow.byHand as Record<string, Hand<Stage>>, event.type)(stage, event as never);
      await flow.shows(stage, snapshot);
    });
  }
}

type Hand<Stage> = (stage: Stage, event: never) => Promise<void>;

function handOf<THand>(hands: Readonly<Record<string, THand>>, words: string): THand {
  const hand = hands[words];
  if (hand === undefined) throw new Error(`Nothing says how '${words}' is done in the page: add it to the flow`);
  return hand;
}

/** Throws when an event of the machine is neither done by hand nor excused, when one is both, or when no path does it. */
export function assertWholeFlow<TMachine extends AnyStateMachine, Stage>(
  flow: Flow<TMachine, Stage>,
  paths: readonly Path[],
): void {
  const types: readonly string[] = flow.machine.events;
  const events = types.filter((type) => !type.startsWith('xstate.')).toSorted();
  const told = [...Object.keys(flow.byHand), ...Object.keys(flow.elsewhere)].toSorted();
  expect(told, 'each event of the machine is done by hand, or excused').toEqual(events);
  const walked = new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'event' ? [step.type] : []))));
  expect([...walked].toSorted(), 'each event that is done by hand is on a path').toEqual(Object.keys(flow.byHand).toSorted());
}
