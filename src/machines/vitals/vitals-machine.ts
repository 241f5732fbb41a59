import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { ReceiverHistory } from '../../model/receivers/vitals-lines.ts';
import { notProvided } from '../support/not-provided.ts';

/** `rxId` null where the page is of no single receiver. */
export type VitalsInput = { mitasId: string; rxId: number | null };

export type VitalsEvent = { type: 'vitals.retry' };

export type VitalsContext = VitalsInput & {
  /** Null until it came. */
  history: ReceiverHistory | null;
  failure: Failure | null;
};

/** A receiver reports each minute at the most, and a point is an hour wide. */
const vitalsRefreshMs = 300_000;

/**
 * What a receiver reported of itself in the last weeks (VIT-6): loaded when its page opens, and anew every
 * five minutes; what was there stays.
 */
export const vitalsMachine = setup({
  types: {
    input: {} as VitalsInput,
    context: {} as VitalsContext,
    events: {} as VitalsEvent,
    tags: {} as 'busy' | 'ready' | 'failed' | 'stale',
  },
  actors: { loadVitals: notProvided<ReceiverHistory, VitalsInput>() },
  actions: {
    takeHistory: assign((_, { output }: { output: ReceiverHistory }) => ({ history: output, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: { isOfReceiver: ({ context: { rxId } }) => rxId !== null },
  delays: { vitalsRefresh: vitalsRefreshMs },
}).createMachine({
  id: 'vitals',
  context: ({ input }) => ({ ...input, history: null, failure: null }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isOfReceiver', target: 'loading' }, { target: 'none' }] },
    none: {},
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadVitals',
        src: 'loadVitals',
        input: ({ context: { mitasId, rxId } }) => ({ mitasId, rxId }),
        onDone: { target: 'shown', actions: { type: 'takeHistory', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    failed: { tags: 'failed', on: { 'vitals.retry': 'loading' } },
    shown: { tags: 'ready', after: { vitalsRefresh: 'renewing' } },
    renewing: {
      tags: 'ready',
      invoke: {
        id: 'renewVitals',
        src: 'loadVitals',
        input: ({ context: { mitasId, rxId } }) => ({ mitasId, rxId }),
        onDone: { target: 'shown', actions: { type: 'takeHistory', params: ({ event }) => event } },
        onError: { target: 'old', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    /** What is shown is not of now. */
    old: { tags: ['ready', 'stale'], on: { 'vitals.retry': 'renewing' }, after: { vitalsRefresh: 'renewing' } },
  },
});

export type VitalsRef = ActorRefFrom<typeof vitalsMachine>;
