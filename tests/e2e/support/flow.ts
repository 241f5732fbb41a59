import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';
import { type DrivenPath, type Samples, transitionName, transitionsOf } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';

type Intent<TMachine extends AnyStateMachine> = EventFromLogic<TMachine>['type'];

/**
 * How a machine's paths are walked on the real page. An event of the machine is either done by hand or listed
 * in `elsewhere`, so that a new one is not forgotten; samples offer an event only when the page does.
 */
export type Flow<TMachine extends AnyStateMachine, Stage> = {
  machine: TMachine;
  samples: Samples;
  /** A person's actions, by the event they send. */
  byHand: {
    [TType in Intent<TMachine>]?: (stage: Stage, event: Extract<EventFromLogic<TMachine>, { type: TType }>) => Promise<void>;
  };
  /**
   * Actions of the host and the network, by the path's words; the snapshot is the state they must lead to.
   */
  byTheWorld: Readonly<Record<string, (stage: Stage, snapshot: SnapshotFrom<TMachine>) => Promise<void>>>;
  /** Events that no person sends, or that no path here can walk, each with the reason. */
  elsewhere: { [TType in Intent<TMachine>]?: string };
  /**
   * Transitions of other events that no path here takes, by name (`transitionName`), each with the reason.
   */
  untaken: Readonly<Record<string, string>>;
  /** Checks what must be visible in the machine's state. */
  shows: (stage: Stage, snapshot: SnapshotFrom<TMachine>) => Promise<void>;
};

/** Walks a path on the page, and checks after every step that the page shows the machine's state. */
export async function walk<TMachine extends AnyStateMachine, Stage>(
  flow: Flow<TMachine, Stage>,
  path: DrivenPath,
  stage: Stage,
  step: (words: string, body: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const moment of path.moments) {
    const { label, kind } = moment.step;
    await step(label, async () => {
      const snapshot = moment.snapshot as SnapshotFrom<TMachine>;
      if (kind !== 'event') await handOf(flow.byTheWorld, label)(stage, snapshot);
      else await handOf(flow.byHand as Record<string, Hand<Stage>>, moment.event.type)(stage, moment.event as never);
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

/**
 * Throws if an event of the machine is neither done by hand nor excused, or is both, or is on no path; and if
 * a transition is on no path without a reason, or on one despite a reason.
 */
export function assertWholeFlow<TMachine extends AnyStateMachine, Stage>(
  flow: Flow<TMachine, Stage>,
  paths: readonly DrivenPath[],
): void {
  const types: readonly string[] = flow.machine.events;
  const events = types.filter((type) => !type.startsWith('xstate.')).toSorted();
  const told = [...Object.keys(flow.byHand), ...Object.keys(flow.elsewhere)].toSorted();
  expect(told, 'each event of the machine is done by hand, or excused').toEqual(events);
  const walked = new Set(paths.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'event' ? [step.type] : []))));
  expect([...walked].toSorted(), 'each event that is done by hand is on a path').toEqual(Object.keys(flow.byHand).toSorted());
  const taken = new Set(paths.flatMap((path) => [...path.taken].map(transitionName)));
  const untaken = transitionsOf(flow.machine)
    .filter(({ eventType }) => !(eventType in flow.elsewhere))
    .map(transitionName)
    .filter((name) => !taken.has(name));
  expect(untaken.toSorted(), 'each transition is on a path, or it is said why not').toEqual(Object.keys(flow.untaken).toSorted());
}
