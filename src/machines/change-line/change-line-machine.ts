import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate';
import type { AsOf, Change } from '../../model/changes/change.ts';
import * as order from '../../model/journal/sequence.ts';
import { toFailure } from '../../model/contract/failure.ts';
import { isGone } from '../../model/contract/session-failures.ts';
import type { Incoming } from '../../model/contract/socket-messages.ts';
import { backOffMs } from '../../model/live/line-timing.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { operationsId } from '../operations/operations-id.ts';
import type { OperationsRef } from '../operations/operations-machine.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { ChangeLineEvent, ChangeLineInput, ChangeLineReport } from './change-line-events.ts';

export type ChangeLineContext = ChangeLineInput & {
  sequence: order.Sequence;
  /** The number of failed requests since the last answer. */
  attempt: number;
};

type Answer = AsOf & { changes: readonly Change[] };

/**
 * Puts a system's changes in order. They arrive from the socket, as answers to the session's own calls and
 * with loaded data; each is recorded once, by revision. If changes are missing, it first waits for them and
 * then requests them with one call. If they are no longer available, data is loaded again.
 */
export const changeLineMachine = setup({
  types: {} as {
    input: ChangeLineInput;
    context: ChangeLineContext;
    events: ChangeLineEvent;
    tags: 'busy' | 'ready' | 'gap';
  },
  actors: { getChanges: notProvided<Answer, { mitasId: string; epoch: string | null; after: number }>() },
  actions: {
    /**
     * Records the changes that are now in order. Notifies the operations of the recorded changes, and the
     * session of what to reload.
     */
    take: enqueueActions(({ enqueue, system }, { taken }: { taken: order.Taken | undefined }) => {
      if (taken === undefined) return;
      const { entries } = taken;
      enqueue.assign({ sequence: taken.sequence });
      if (entries.length > 0) enqueue.sendTo(journalIn(system), { type: 'journal.append', entries });
      const operations = system.get(operationsId) as OperationsRef | undefined;
      if (operations !== undefined && taken.begun === 'epoch') enqueue.sendTo(operations, { type: 'changes.begun' });
      if (operations !== undefined && entries.length > 0) enqueue.sendTo(operations, { type: 'changes.recorded', entries });
      const scope = toReload(taken);
      if (scope !== undefined) enqueue.sendParent({ type: 'changes.reload', scope } satisfies ChangeLineReport);
    }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    resetAttempts: assign({ attempt: 0 }),
  },
  guards: {
    isBehind: ({ context }) => order.isBehind(context.sequence),
    isWhole: ({ context }) => !order.isBehind(context.sequence),
    isGone: (_, { error }: { error: unknown }) => isGone(toFailure(error)),
    /** True if the answer completes the sequence or brings new changes; otherwise the next request waits. */
    leadsOn: ({ context }, answer: Answer) => {
      const { sequence } = order.takeAnswer(context.sequence, answer);
      return !order.isBehind(sequence) || sequence.revision !== context.sequence.revision;
    },
  },
  delays: { gap: order.gapWaitMs, backOff: ({ context }) => backOffMs(context.attempt, 1) },
}).createMachine({
  id: 'changeLine',
  context: ({ input }) => ({ ...input, sequence: order.startSequence(), attempt: 0 }),
  initial: 'following',
  on: {
    'message.received': {
      actions: { type: 'take', params: ({ context, event }) => ({ taken: heardIn(context, event) }) },
    },
    'changes.replied': {
      actions: {
        type: 'take',
        params: ({ context, event }) => ({ taken: order.takeReply(context.sequence, event.reply, event.asked) }),
      },
    },
    'changes.loaded': {
      actions: {
        type: 'take',
        params: ({ context, event }) => ({ taken: order.takeLoad(context.sequence, event.asOf, event.facts) }),
      },
    },
  },
  states: {
    following: { tags: 'ready', always: { guard: 'isBehind', target: 'gap' } },
    gap: {
      tags: ['ready', 'gap'],
      after: { gap: 'asking' },
      always: { guard: 'isWhole', target: 'following' },
    },
    asking: {
      tags: ['busy', 'gap'],
      invoke: {
        id: 'getChanges',
        src: 'getChanges',
        input: ({ context: { mitasId, sequence } }) => ({ mitasId, epoch: sequence.epoch, after: sequence.revision ?? 0 }),
        onDone: [
          {
            guard: { type: 'leadsOn', params: ({ event }) => event.output },
            target: 'following',
            actions: [
              'resetAttempts',
              { type: 'take', params: ({ context, event }) => ({ taken: order.takeAnswer(context.sequence, event.output) }) },
            ],
          },
          { target: 'waiting', actions: 'countAttempt' },
        ],
        onError: [
          {
            guard: { type: 'isGone', params: theEvent },
            target: 'following',
            actions: { type: 'take', params: ({ context }) => ({ taken: order.takeGone(context.sequence) }) },
          },
          { target: 'waiting', actions: 'countAttempt' },
        ],
      },
    },
    waiting: {
      tags: 'gap',
      after: { backOff: 'asking' },
      always: { guard: 'isWhole', target: 'following' },
      on: { 'line.opened': 'asking' },
    },
  },
});

export type ChangeLineRef = ActorRefFrom<typeof changeLineMachine>;

/** Returns what a message says about the order of changes; undefined if it says nothing. */
function heardIn({ sequence }: ChangeLineContext, { message }: { message: Incoming }): order.Taken | undefined {
  if (message.type === 'changed') return order.takeChange(sequence, message.payload.epoch, message.payload);
  if (message.type === 'heartbeat' && message.payload.changes !== undefined)
    return order.takeHeard(sequence, message.payload.changes);
  if (message.type === 'invalidate' && message.asOf !== undefined) return order.takeHeard(sequence, message.asOf);
  return undefined;
}

/**
 * Returns what to reload; undefined for nothing. A new epoch reloads everything. If a change was too large to
 * be sent, data with a revision is reloaded, or everything if no revision is known.
 */
function toReload({ begun, reload, sequence }: order.Taken): 'revised' | 'all' | undefined {
  if (begun === 'epoch') return 'all';
  if (!reload) return undefined;
  return sequence.revision === null ? 'all' : 'revised';
}
