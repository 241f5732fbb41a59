import { type ActorRefFrom, assign, sendParent, setup, stateIn } from 'xstate';
import { commandSilenceMs, commandTimeoutMs, resultShownMs } from '../../model/commands/command-words.ts';
import { type CommandStatus, commandTimeout } from '../../model/entities/command.ts';
import { theEvent } from '../support/the-event.ts';
import type { CommandEvent, CommandInput, CommandName, CommandReport, CommandWord } from './command-events.ts';

export type CommandContext = CommandInput & { error: string | null };

/** The error text if the host no longer knows a command that was in progress. */
const forgotten = 'The host no longer knows this command';

/**
 * One command to one receiver (SEND-1). It is pending until the receiver has it, for at most 10 s; then
 * executing, perhaps retrying; then completed or failed, which is shown for 5 s. If the line is lost before
 * an answer, it is unknown whether the command arrived (SEND-2): the host is asked, and a command it does not
 * know is sent again under its id within the 10 s. A late answer counts while the timeout is shown. The host
 * is also asked about an executing command that is silent, because its end may have been missed.
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
        // Handled only while the command is pending. If it is already executing, the host refused only a
        // frame that repeated it.
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
        /** The line was lost, so the command may or may not have arrived. */
        unsure: {
          tags: 'unsure',
          on: {
            'command.unknown': { target: 'sent', actions: 'askToSendAgain' },
            'command.reported': { guard: { type: 'isPending', params: theEvent }, target: 'sent' },
          },
        },
        /** Still unsure after 10 s: a command that did not arrive fails and is not sent again. */
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
    /** Each report restarts the timer for silence. */
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
    /** The host holds the command until its receiver is online; no timer runs (SEND-5). */
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
