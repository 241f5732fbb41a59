import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { WholeHours } from '../../model/detection/settings-hours.ts';
import { type PastAsked, type PastFound, pastSpan, withFound } from '../../model/detection/past-edits.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

type PastHoursEvent =
  /** An edit that may make past hours outdated was saved. */
  { type: 'past.asked'; asked: PastAsked } | { type: 'past.retry' } | { type: 'past.dismiss' };

type PastHoursContext = {
  mitasId: string;
  /** The questions that the host has not answered. */
  asked: readonly PastAsked[];
  /** The host's answers during this visit of the page. */
  found: readonly PastFound[];
  failure: Failure | null;
};

/** The request to the host: the transmitters whose past hours may be outdated. */
type PastQuestion = Pick<PastHoursContext, 'mitasId' | 'asked'>;

/**
 * Finds which past hours the edits on this page made outdated (DET-23), until the person dismisses the
 * message.
 */
export const pastHoursMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: PastHoursContext;
    events: PastHoursEvent;
    tags: 'failed';
  },
  actors: { ask: notProvided<readonly PastFound[], PastQuestion>() },
  actions: {
    noteAsked: assign(({ context }, { asked }: { asked: PastAsked }) => ({ asked: [...context.asked, asked] })),
    takeFound: assign(({ context: { found } }, { output }: { output: readonly PastFound[] }) => ({
      found: withFound(found, output),
      asked: [],
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forget: assign({ asked: [], found: [], failure: null }),
  },
}).createMachine({
  id: 'pastHours',
  context: ({ input: { mitasId } }) => ({ mitasId, asked: [], found: [], failure: null }),
  initial: 'resting',
  on: {
    // The request repeats the questions that were not answered yet.
    'past.asked': { target: '.asking', reenter: true, actions: { type: 'noteAsked', params: theEvent } },
    'past.dismiss': { target: '.resting', actions: 'forget' },
  },
  states: {
    resting: {},
    asking: {
      invoke: {
        id: 'askPast',
        src: 'ask',
        input: ({ context: { mitasId, asked } }) => ({ mitasId, asked }),
        onDone: { target: 'resting', actions: { type: 'takeFound', params: theEvent } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    failed: { tags: 'failed', on: { 'past.retry': 'asking' } },
  },
});

export type PastHoursRef = ActorRefFrom<typeof pastHoursMachine>;

/** Returns the span from the first to the last outdated hour; null if none is known. */
export function selectPastSpan({ context: { found } }: SnapshotFrom<typeof pastHoursMachine>): WholeHours | null {
  return pastSpan(found);
}
