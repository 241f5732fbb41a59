import { type ActorRefFrom, assign, type EventObject, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { Diagnosis } from '../../model/entities/diagnosis.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import type { OperatorRight } from './operator-right.ts';

export type HostCheckEvent = { type: 'check.again' } | OperatorRight;

export type HostCheckContext = {
  /** Null until it came, and for whoever may not see it. */
  diagnosis: Diagnosis | null;
  /** Why what was asked for last did not come. */
  failure: Failure | null;
};

/**
 * What who operates the host should know of it (DOC-12): looked at when the page opens and when they ask
 * again; gone as soon as they are the operator no more.
 */
export const hostCheckMachine = setup({
  types: {
    context: {} as HostCheckContext,
    events: {} as HostCheckEvent,
    tags: {} as 'barred' | 'busy' | 'ready' | 'failed' | 'stale',
  },
  actors: {
    /** Sends whether the person operates the host. */
    operatorRight: notProvidedCallback<EventObject, NoInput, OperatorRight>(),
    loadDiagnosis: notProvided<Diagnosis, NoInput>(),
  },
  actions: {
    takeDiagnosis: assign((_, { output }: { output: Diagnosis }) => ({ diagnosis: output, failure: null })),
    forget: assign({ diagnosis: null, failure: null }),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: { may: (_, { may }: { may: boolean }) => may },
}).createMachine({
  id: 'hostCheck',
  context: { diagnosis: null, failure: null },
  invoke: {
    id: 'operatorRight',
    src: 'operatorRight',
    onError: { target: '.failed', actions: { type: 'setFailure', params: ({ event }) => event } },
  },
  on: {
    'right.known': [{ guard: { type: 'may', params: ({ event }) => event }, target: '.looking' }, { target: '.barred' }],
  },
  initial: 'barred',
  states: {
    /** Nobody else is told that there is something to see; so it is until the role is known. */
    barred: { tags: 'barred', entry: 'forget' },
    looking: {
      tags: 'busy',
      entry: 'forget',
      invoke: {
        id: 'look',
        src: 'loadDiagnosis',
        onDone: { target: 'shown', actions: { type: 'takeDiagnosis', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    failed: { tags: 'failed', on: { 'check.again': 'looking' } },
    shown: { tags: 'ready', on: { 'check.again': 'lookingAgain' } },
    lookingAgain: {
      tags: ['ready', 'busy'],
      invoke: {
        id: 'lookAgain',
        src: 'loadDiagnosis',
        onDone: { target: 'shown', actions: { type: 'takeDiagnosis', params: ({ event }) => event } },
        onError: { target: 'old', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
    },
    /** What is shown is not of now. */
    old: { tags: ['ready', 'stale'], on: { 'check.again': 'lookingAgain' } },
  },
});

export type HostCheckRef = ActorRefFrom<typeof hostCheckMachine>;
