import { type ActorRefFrom, assign, setup } from 'xstate';
import {
  type HistoryAsked,
  type HistoryEnd,
  type HistoryOf,
  type HistoryPage,
  asksForSame,
  endOf,
  historyAsked,
} from '../../model/commands/command-history.ts';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import { record } from '../journal/record.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { notCancelledNotice } from './command-notices.ts';

export type Cancellation = { mitasId: string; commandId: string };

export type CommandHistoryEvent =
  | SearchChanged
  /** Loads the next page, or retries the one that failed. */
  | { type: 'history.more' }
  /** Cancels a command that waits for its receiver. */
  | { type: 'command.cancel'; commandId: string };

export type CommandHistoryContext = {
  mitasId: string;
  /** The receiver and the person whose commands are listed; null if the address shows no list. */
  of: HistoryOf | null;
  /** The last command of the previous page. */
  before: string | null;
  /** The end of the loaded part; null if the list is complete. */
  end: HistoryEnd | null;
  failure: Failure | null;
};

/** The state of a list before it is loaded. */
const begun = { before: null, end: null, failure: null } as const;

/**
 * Loads the list of commands in the address page by page (SEND-4): the journal keeps the commands, this
 * machine knows only how far they are loaded. It also cancels commands that wait for their receiver (SEND-5).
 */
export const commandHistoryMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: CommandHistoryContext;
    events: CommandHistoryEvent;
    tags: 'loading' | 'failed' | 'cancelling';
  },
  actors: {
    loadHistory: notProvided<HistoryPage, { mitasId: string } & HistoryAsked>(),
    cancelCommand: notProvided<unknown, Cancellation>(),
  },
  actions: {
    notePlace: assign((_, { search }: { search: string }) => ({ ...begun, of: historyAsked(search) })),
    noteNext: assign(({ context }) => ({ before: context.end?.commandId ?? null })),
    recordPage: record((_, __, { output }: { output: HistoryPage }): SessionEntry => ({
      type: 'happened',
      fact: { type: 'commands.loaded', commands: [...output.commands] },
    })),
    notePage: assign((_, { output }: { output: HistoryPage }) => ({ end: endOf(output), failure: null })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    notifyNotCancelled: notify((_, __, { error }: { error: unknown }) => notCancelledNotice(toFailure(error))),
  },
  guards: {
    hasMore: ({ context }) => context.end !== null,
    isAsked: ({ context }) => context.of !== null,
    asksForSame: ({ context: { of } }, { search }: { search: string }) => asksForSame(of, search),
  },
}).createMachine({
  id: 'commandHistory',
  type: 'parallel',
  context: ({ input: { mitasId, search } }) => ({ mitasId, of: historyAsked(search), ...begun }),
  states: {
    list: {
      initial: 'deciding',
      on: {
        'place.changed': [
          { guard: { type: 'asksForSame', params: theEvent } },
          { target: '.deciding', actions: { type: 'notePlace', params: theEvent } },
        ],
      },
      states: {
        deciding: { always: [{ guard: 'isAsked', target: 'loading' }, { target: 'closed' }] },
        closed: {},
        loading: {
          tags: 'loading',
          invoke: {
            id: 'loadHistory',
            src: 'loadHistory',
            input: ({ context: { mitasId, of, before } }) => ({ mitasId, rxId: of?.rxId ?? null, by: of?.by ?? null, before }),
            onDone: {
              target: 'shown',
              actions: [
                { type: 'recordPage', params: theEvent },
                { type: 'notePage', params: theEvent },
              ],
            },
            onError: { target: 'failed', actions: { type: 'noteFailure', params: theEvent } },
          },
        },
        shown: { on: { 'history.more': { guard: 'hasMore', target: 'loading', actions: 'noteNext' } } },
        failed: { tags: 'failed', on: { 'history.more': 'loading' } },
      },
    },
    cancelling: {
      initial: 'idle',
      states: {
        idle: { on: { 'command.cancel': 'asking' } },
        asking: {
          tags: 'cancelling',
          invoke: {
            id: 'cancelCommand',
            src: 'cancelCommand',
            input: ({ context: { mitasId }, event }) => ({
              mitasId,
              commandId: enteredBy(event, 'command.cancel').commandId,
            }),
            onDone: 'idle',
            onError: { target: 'idle', actions: { type: 'notifyNotCancelled', params: theEvent } },
          },
        },
      },
    },
  },
});

export type CommandHistoryRef = ActorRefFrom<typeof commandHistoryMachine>;
