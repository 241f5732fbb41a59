import { type ActorRefFrom, assign, sendParent, setup, stateIn } from 'xstate';
import { leavesUnknown, toFailure } from '../../model/contract/failure.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { OperationEvent, OperationInput, OperationReport, OperationStatus } from './operation-events.ts';

export type OperationContext = OperationInput & {
  /**
   * True once a new epoch began: if the operation has no answer, it is unknown whether the new epoch includes
   * it.
   */
  isOutdated: boolean;
  /** How many tries got no answer. */
  attempt: number;
};

/**
 * The delay (ms) before an unanswered operation is sent again if the line does not open first; it doubles up
 * to the longest.
 */
const sendAgainMs = 500;
const maxSendAgainMs = 10_000;
/**
 * How long (ms) an answer may take before the operation shows as not saved, and how long the answer is
 * awaited after the operation's change was reported.
 */
const answerDueMs = 1_000;

/**
 * One request of a person to the host (CHG-14): sent, then confirmed, refused or, for now, unknown. A lost
 * line is no failure: the operation is sent again under the same id once there is a line, and the host
 * performs it once. Its parent proposes and records the change; this machine only reports.
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
    reportStatus: sendParent(({ context }, { status }: { status: OperationStatus }): OperationReport => ({
      type: 'operation.statusChanged',
      opId: context.opId,
      status,
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
    sendAgain: ({ context }) => Math.min(maxSendAgainMs, sendAgainMs * 2 ** (context.attempt - 1)),
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
        /** The host is slow or the line is lost; leaving now might lose the change. */
        late: { tags: 'unsaved', entry: { type: 'reportStatus', params: { status: 'unsaved' } } },
        /**
         * The operation's change was reported, so it is done. The answer has more details if it arrives soon.
         */
        found: {
          entry: { type: 'reportStatus', params: { status: 'asked' } },
          after: {
            answerDue: { target: '#operation.confirmed', actions: { type: 'reportConfirmed', params: { reply: null } } },
          },
        },
      },
    },
    /** No answer came; the operation shows as not saved. */
    unknown: {
      tags: 'unsaved',
      entry: ['countAttempt', { type: 'reportStatus', params: { status: 'unsaved' } }],
      after: { sendAgain: 'asking' },
      on: {
        'line.opened': 'asking',
        'operation.found': { target: 'confirmed', actions: { type: 'reportConfirmed', params: { reply: null } } },
        'operation.outdated': 'held',
        'operation.drop': 'dropped',
      },
    },
    /** The person must decide whether to send the operation. */
    held: {
      tags: ['unsaved', 'held'],
      entry: { type: 'reportStatus', params: { status: 'held' } },
      on: {
        'operation.send': {
          target: 'asking',
          actions: ['noteWanted', { type: 'reportStatus', params: { status: 'asked' } }],
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
