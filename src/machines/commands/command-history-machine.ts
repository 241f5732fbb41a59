import { type ActorRefFrom, assign, setup } from 'xstate';
import { type HistoryAsked, type HistoryEnd, type HistoryPage, endOf } from '../../model/commands/command-history.ts';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import { record } from '../journal/record.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';

export type CommandHistoryEvent =
  /** A list of commands is to be shown, of one receiver or of all; or more of it; or it is asked for anew. */
  | { type: 'history.want'; rxId: number | null }
  | { type: 'history.more' }
  | { type: 'history.retry' }
  /** One that waits for its receiver is taken back. */
  | { type: 'command.cancel'; commandId: string };

/** `end`: where the list ends; null where all of it is known. */
export type CommandHistoryContext = { mitasId: string } & HistoryAsked & {
    end: HistoryEnd | null;
    failure: Failure | null;
  };

/**
 * The list of commands that is shown, page by page (SEND-4): of what it brings the journal keeps the
 * commands, this only how far it goes. Beside it one that waits for its receiver can be taken back (SEND-5).
 */
export const commandHistoryMachine = setup({
  types: {
    input: {} as { mitasId: string },
    context: {} as CommandHistoryContext,
    events: {} as CommandHistoryEvent,
    tags: {} as 'loading' | 'failed' | 'cancelling',
  },
  actors: {
    loadHistory: notProvided<HistoryPage, { mitasId: string } & HistoryAsked>(),
    cancelCommand: notProvided<unknown, { mitasId: string; commandId: string }>(),
  },
  actions: {
    noteWanted: assign((_, { rxId }: { rxId: number | null }) => ({
      rxId,
      before: null,
      end: null,
      failure: null,
    })),
    noteNext: assign(({ context }) => ({ before: context.end?.commandId ?? null })),
    recordPage: record((_, __, { output }: { output: HistoryPage }): SessionEntry => ({
      type: 'happened',
      fact: { type: 'commands.loaded', commands: [...output.commands] },
    })),
    notePage: assign((_, { output }: { output: HistoryPage }) => ({ end: endOf(output), failure: null })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    notifyNotCancelled: notify((_, __, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), 'The command could not be cancelled'),
      variant: 'error',
    })),
  },
  guards: { hasMore: ({ context }) => context.end !== null },
}).createMachine({
  id: 'commandHistory',
  type: 'parallel',
  context: ({ input }) => ({ ...input, rxId: null, before: null, end: null, failure: null }),
  states: {
    list: {
      initial: 'unwanted',
      on: { 'history.want': { target: '.loading', actions: { type: 'noteWanted', params: ({ event }) => event } } },
      states: {
        unwanted: {},
        loading: {
          tags: 'loading',
          invoke: {
            id: 'loadHistory',
            src: 'loadHistory',
            input: ({ context: { mitasId, rxId, before } }) => ({ mitasId, rxId, before }),
            onDone: {
              target: 'shown',
              actions: [
                { type: 'recordPage', params: ({ event }) => event },
                { type: 'notePage', params: ({ event }) => event },
              ],
            },
            onError: { target: 'failed', actions: { type: 'noteFailure', params: ({ event }) => event } },
          },
        },
        shown: { on: { 'history.more': { guard: 'hasMore', target: 'loading', actions: 'noteNext' } } },
        failed: { tags: 'failed', on: { 'history.retry': 'loading' } },
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
            onError: { target: 'idle', actions: { type: 'notifyNotCancelled', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export type CommandHistoryRef = ActorRefFrom<typeof commandHistoryMachine>;
