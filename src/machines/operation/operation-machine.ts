import { type ActorRefFrom, assign, sendParent, setup, stateIn } from 'xstate';
import { leavesUnknown, toFailure } from '../../model/contract/failure.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { OperationEvent, OperationInput, OperationReport, OperationStanding } from './operation-events.ts';

export type OperationContext = OperationInput & {
  /**
   * True once the host has begun to count again: without an answer nobody knows whether it was done in the
   * order that holds now.
   */
  isOutdated: boolean;
  /** How often no answer came. */
  attempt: number;
};

/**
 * How long until an operation without an answer is sent again where no line opens, in ms: twice as long each
 * time, up to the longest.
 */
const sendAgainMs = 500;
const longestSendAgainMs = 10_000;
/**
 * How long an answer may take until the operation shows as not saved yet, and how long it may still come once
 * the change was reported, in ms.
 */
const answerDueMs = 1_000;

/**
 * One thing that a person asks of the host (CHG-14): asked, then confirmed, refused, or for now unknown. A
 * lost line is not yet a failure: it is sent again under the same id when there is a line, and the host does
 * it once. Who spawned it proposes and records; it reports.
 */
export const operationMachine = setup({
  types: {} as {
    input: OperationInput;
    context: OperationContext;
    events: OperationEvent;
    tags: 'busy' | 'unsaved' | 'held' | 'failed';
  },
  actors: { ask: notProvided<unknown, { opId: string; request: unknown }>() },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    noteOutdated: assign({ isOutdated: true }),
    noteWanted: assign({ isOutdated: false }),
    reportStanding: sendParent(({ context }, { standing }: { standing: OperationStanding }): OperationReport => ({
      type: 'operation.stood',
      opId: context.opId,
      standing,
    })),
    reportConfirmed: sendParent(({ context }, { reply }: { reply: unknown }): OperationReport => ({
      type: 'operation.confirmed',
      opId: context.opId,
      reply,
    })),
    reportRefused: sendParent(({ context }, { error }: { error: unknown }): OperationReport => ({
      type: 'operation.refused',
      opId: context.opId,
      failure: toFailure(error),
    })),
    reportDropped: sendParent(({ context }): OperationReport => ({ type: 'operation.dropped', opId: context.opId })),
  },
  guards: {
    isLasting: ({ context }) => context.lasting,
    isFound: stateIn({ asking: 'found' }),
    staysUnknown: ({ context }, { error }: { error: unknown }) =>
      context.lasting && !context.isOutdated && leavesUnknown(toFailure(error), context.attempt),
    isHeld: ({ context }, { error }: { error: unknown }) =>
      context.lasting && context.isOutdated && leavesUnknown(toFailure(error), context.attempt),
  },
  delays: {
    answerDue: answerDueMs,
    sendAgain: ({ context }) => Math.min(longestSendAgainMs, sendAgainMs * 2 ** (context.attempt - 1)),
  },
}).createMachine({
  id: 'operation',
  context: ({ input }) => ({ ...input, isOutdated: false, attempt: 0 }),
  initial: 'asking',
  states: {
    asking: {
      tags: 'busy',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context }) => ({ opId: context.opId, request: context.request }),
        onDone: { target: 'confirmed', actions: { type: 'reportConfirmed', params: ({ event }) => ({ reply: event.output }) } },
        onError: [
          { guard: 'isFound', target: 'confirmed', actions: { type: 'reportConfirmed', params: { reply: null } } },
          { guard: { type: 'staysUnknown', params: theEvent }, target: 'unknown' },
          { guard: { type: 'isHeld', params: theEvent }, target: 'held' },
          { target: 'refused', actions: { type: 'reportRefused', params: theEvent } },
        ],
      },
      on: {
        'operation.found': '.found',
        'operation.outdated': { actions: 'noteOutdated' },
        'operation.drop': 'dropped',
      },
      initial: 'fresh',
      states: {
        fresh: { after: { answerDue: { guard: 'isLasting', target: 'late' } } },
        /**
         * The host takes its time, or the line is gone and nobody knows it yet: to leave now might lose it.
         */
        late: { tags: 'unsaved', entry: { type: 'reportStanding', params: { standing: 'unsaved' } } },
        /**
         * Its change was reported: it is done, whatever comes of the call. The answer says more, if it comes
         * soon.
         */
        found: {
          entry: { type: 'reportStanding', params: { standing: 'asked' } },
          after: {
            answerDue: { target: '#operation.confirmed', actions: { type: 'reportConfirmed', params: { reply: null } } },
          },
        },
      },
    },
    /** No answer came: it may have been done or not, and shows as not saved yet. */
    unknown: {
      tags: 'unsaved',
      entry: ['countAttempt', { type: 'reportStanding', params: { standing: 'unsaved' } }],
      after: { sendAgain: 'asking' },
      on: {
        'line.opened': 'asking',
        'operation.found': { target: 'confirmed', actions: { type: 'reportConfirmed', params: { reply: null } } },
        'operation.outdated': 'held',
        'operation.drop': 'dropped',
      },
    },
    /** Only the person can say whether it is still wanted. */
    held: {
      tags: ['unsaved', 'held'],
      entry: { type: 'reportStanding', params: { standing: 'held' } },
      on: {
        'operation.send': {
          target: 'asking',
          actions: ['noteWanted', { type: 'reportStanding', params: { standing: 'asked' } }],
        },
        'operation.found': { target: 'confirmed', actions: { type: 'reportConfirmed', params: { reply: null } } },
        'operation.drop': 'dropped',
      },
    },
    confirmed: { type: 'final' },
    refused: { type: 'final', tags: 'failed' },
    dropped: { type: 'final', entry: 'reportDropped' },
  },
});

export type OperationRef = ActorRefFrom<typeof operationMachine>;
