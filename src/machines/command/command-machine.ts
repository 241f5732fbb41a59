import { type ActorRefFrom, assign, sendParent, setup, stateIn } from 'xstate';
import { commandSilenceMs, commandTimeoutMs, resultShownMs } from '../../model/commands/command-words.ts';
import { type CommandStatus, commandTimeout } from '../../model/entities/command.ts';
import { theEvent } from '../support/the-event.ts';
import type { CommandEvent, CommandInput, CommandName, CommandReport, CommandWord } from './command-events.ts';

export type CommandContext = CommandInput & { error: string | null };

/** What is said where the host has no word any more of a command that was under way. */
const forgotten = 'The host no longer knows this command';

/**
 * One command to one receiver (SEND-1): pending until the receiver has it, 10 s at the longest; executing,
 * perhaps retrying; completed or failed, which is shown for 5 s. Where the line is lost before a word came
 * nobody knows whether it arrived (SEND-2): then the host is asked, and one that it does not know is sent
 * again under its id while its 10 s last. A late answer counts while it is shown that none came. Of one that
 * executes and is silent the host is asked as well: its end may have been missed.
 */
export const commandMachine = setup({
  types: {} as {
    input: CommandInput;
    context: CommandContext;
    events: CommandEvent;
    tags: 'busy' | 'unsure' | 'completed' | 'failed';
  },
  actions: {
    noteTry: assign(({ context }, { attemptNumber }: CommandReport) => ({
      attemptNumber: attemptNumber ?? context.attemptNumber + 1,
    })),
    noteError: assign((_, { error }: { error: string | null }) => ({ error })),
    reportSettled: sendParent(({ context }, { status }: { status: CommandStatus }): CommandWord => ({
      type: 'command.settled',
      ...nameOf(context),
      status,
      error: status === 'failed' ? context.error : null,
    })),
    reportResumed: sendParent(({ context }): CommandWord => ({ type: 'command.resumed', ...nameOf(context) })),
    reportSilent: sendParent(({ context }): CommandWord => ({ type: 'command.silent', ...nameOf(context) })),
    askToSendAgain: sendParent(({ context }): CommandWord => ({ type: 'command.sendAgain', ...nameOf(context) })),
    reportGone: sendParent(({ context }): CommandWord => ({ type: 'command.gone', ...nameOf(context) })),
  },
  guards: {
    beginsExecuting: ({ context }) => context.status === 'executing',
    beginsRetrying: ({ context }) => context.status === 'retrying',
    hadNoAnswer: ({ context }) => context.error === commandTimeout,
    isUnsure: stateIn({ pending: 'unsure' }),
    isPending: (_, { status }: CommandReport) => status === 'pending',
    isWaiting: (_, { status }: CommandReport) => status === 'waiting',
    isExecuting: (_, { status }: CommandReport) => status === 'executing',
    isRetrying: (_, { status }: CommandReport) => status === 'retrying',
    isLateExecuting: ({ context }, { status }: CommandReport) => status === 'executing' && context.error === commandTimeout,
    isLateRetrying: ({ context }, { status }: CommandReport) => status === 'retrying' && context.error === commandTimeout,
    isCompleted: (_, { status }: CommandReport) => status === 'completed',
    isFailed: (_, { status }: CommandReport) => status === 'failed',
  },
  delays: { commandTimeout: commandTimeoutMs, resultShown: resultShownMs, silence: commandSilenceMs },
}).createMachine({
  id: 'command',
  context: ({ input }) => ({ ...input, error: null }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'beginsExecuting', target: 'underWay' },
        { guard: 'beginsRetrying', target: 'underWay.retrying' },
        { target: 'pending' },
      ],
    },
    pending: {
      tags: 'busy',
      initial: 'sent',
      after: {
        commandTimeout: [
          { guard: 'isUnsure', target: '.late' },
          { target: 'failed', actions: { type: 'noteError', params: { error: commandTimeout } } },
        ],
      },
      on: {
        'command.acknowledged': 'underWay',
        // Of one that is known to be under way another frame was refused: it goes on.
        'command.refused': { target: 'failed', actions: { type: 'noteError', params: theEvent } },
        'command.reported': [
          { guard: { type: 'isExecuting', params: theEvent }, target: 'underWay' },
          {
            guard: { type: 'isRetrying', params: theEvent },
            target: 'underWay.retrying',
            actions: { type: 'noteTry', params: theEvent },
          },
          { guard: { type: 'isCompleted', params: theEvent }, target: 'completed' },
          {
            guard: { type: 'isFailed', params: theEvent },
            target: 'failed',
            actions: { type: 'noteError', params: theEvent },
          },
          { guard: { type: 'isWaiting', params: theEvent }, target: 'waiting' },
        ],
      },
      states: {
        sent: { on: { 'line.lost': 'unsure' } },
        /** The line was lost: it may have arrived or not. */
        unsure: {
          tags: 'unsure',
          on: {
            'command.unknown': { target: 'sent', actions: 'askToSendAgain' },
            'command.reported': { guard: { type: 'isPending', params: theEvent }, target: 'sent' },
          },
        },
        /** The same, and its time is up: what did not arrive is not sent any more. */
        late: {
          tags: 'unsure',
          on: {
            'command.unknown': {
              target: '#command.failed',
              actions: { type: 'noteError', params: { error: commandTimeout } },
            },
            'command.reported': {
              guard: { type: 'isPending', params: theEvent },
              target: '#command.failed',
              actions: { type: 'noteError', params: { error: commandTimeout } },
            },
          },
        },
      },
    },
    /** Each word of it begins its silence again. */
    underWay: {
      tags: 'busy',
      initial: 'executing',
      after: { silence: { actions: 'reportSilent' } },
      on: {
        'command.acknowledged': { target: '.executing', reenter: true },
        'command.reported': [
          { guard: { type: 'isExecuting', params: theEvent }, target: '.executing', reenter: true },
          {
            guard: { type: 'isRetrying', params: theEvent },
            target: '.retrying',
            reenter: true,
            actions: { type: 'noteTry', params: theEvent },
          },
          { guard: { type: 'isCompleted', params: theEvent }, target: 'completed' },
          {
            guard: { type: 'isFailed', params: theEvent },
            target: 'failed',
            actions: { type: 'noteError', params: theEvent },
          },
        ],
        'command.unknown': { target: 'failed', actions: { type: 'noteError', params: { error: forgotten } } },
      },
      states: { executing: {}, retrying: {} },
    },
    completed: {
      tags: 'completed',
      entry: { type: 'reportSettled', params: { status: 'completed' } },
      after: { resultShown: 'gone' },
    },
    failed: {
      tags: 'failed',
      entry: { type: 'reportSettled', params: { status: 'failed' } },
      after: { resultShown: 'gone' },
      on: {
        'command.acknowledged': { guard: 'hadNoAnswer', target: 'underWay', actions: 'reportResumed' },
        'command.reported': [
          { guard: { type: 'isCompleted', params: theEvent }, target: 'completed' },
          {
            guard: { type: 'isLateExecuting', params: theEvent },
            target: 'underWay',
            actions: 'reportResumed',
          },
          {
            guard: { type: 'isLateRetrying', params: theEvent },
            target: 'underWay.retrying',
            actions: ['reportResumed', { type: 'noteTry', params: theEvent }],
          },
        ],
      },
    },
    /** The host keeps it until its receiver comes online: nothing is timed meanwhile (SEND-5). */
    waiting: {
      entry: { type: 'reportSettled', params: { status: 'waiting' } },
      always: 'gone',
    },
    gone: { type: 'final', entry: 'reportGone' },
  },
});

export type CommandRef = ActorRefFrom<typeof commandMachine>;

function nameOf({ commandId, rxId, commandType }: CommandContext): CommandName {
  return { commandId, rxId, commandType };
}
