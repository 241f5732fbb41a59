import { type ActorRefFrom, assign, raise, sendParent, sendTo, setup } from 'xstate';
import { defaultErrorText, failureText, toFailure } from '../../model/contract/failure.ts';
import {
  type Scheme,
  chooseScheme,
  confirmScheme,
  rejectScheme,
  reloadScheme,
  startScheme,
} from '../../model/entities/scheme.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import type { SchemeCommand, ThemeEvent, ThemeReport } from './theme-events.ts';

export type ThemeContext = { scheme: Scheme };
export type ThemeInput = { darkMode: boolean };

/**
 * Light or dark (spec §4: dark by default, stored locally, sent, reverted locally on failure). Choices are proposals that the host confirms
 * or rejects one at a time, so that of two quick ones a late refusal of the first leaves the second.
 */
export const themeMachine = setup({
  types: {
    context: {} as ThemeContext,
    events: {} as ThemeEvent | { type: 'scheme.changed' },
    input: {} as ThemeInput,
    tags: {} as 'busy' | 'ready' | 'failed',
  },
  actors: {
    sendScheme: notProvided<void, { darkMode: boolean }>(),
    /** Keeps the scheme in this browser, and sends theme.changedElsewhere. */
    schemeStore: notProvidedCallback<SchemeCommand>(),
  },
  actions: {
    propose: assign(({ context }, { darkMode }: { darkMode: boolean }) => ({ scheme: chooseScheme(context.scheme, darkMode) })),
    settle: assign((_, { darkMode }: { darkMode: boolean }) => ({ scheme: startScheme(darkMode) })),
    reload: assign(({ context }, { darkMode }: { darkMode: boolean }) => ({ scheme: reloadScheme(context.scheme, darkMode) })),
    confirm: assign(({ context }) => ({ scheme: confirmScheme(context.scheme) })),
    /** Who leaves takes what the host has not answered along; what is shown stays. */
    drop: assign(({ context }) => ({ scheme: startScheme(context.scheme.shown) })),
    reject: assign(({ context }) => ({ scheme: rejectScheme(context.scheme) })),
    announceChange: raise({ type: 'scheme.changed' }),
    keep: sendTo('schemeStore', ({ context }) => ({ type: 'scheme.keep', darkMode: context.scheme.shown })),
    reportConfirmed: sendParent(({ context }): ThemeReport => ({ type: 'theme.confirmed', darkMode: context.scheme.confirmed })),
    tellRejected: notify((_, __, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), defaultErrorText),
      variant: 'error',
    })),
  },
  guards: { hasPending: ({ context }) => context.scheme.pending.length > 0 },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ scheme: startScheme(input.darkMode) }),
  type: 'parallel',
  states: {
    keeping: {
      initial: 'kept',
      states: {
        kept: {
          invoke: { id: 'schemeStore', src: 'schemeStore', onError: 'lost' },
          on: { 'scheme.changed': { actions: 'keep' } },
        },
        /** The scheme holds until the page is closed. */
        lost: { tags: 'failed' },
      },
    },
    choice: {
      initial: 'local',
      states: {
        /** Nobody is logged in: the choice is this browser's alone. */
        local: {
          tags: 'ready',
          on: {
            'theme.choose': { actions: [{ type: 'settle', params: ({ event }) => event }, 'announceChange'] },
            'theme.changedElsewhere': { actions: { type: 'settle', params: ({ event }) => event } },
            'theme.accountLoaded': {
              target: 'synced',
              actions: [{ type: 'settle', params: ({ event }) => event }, 'announceChange'],
            },
          },
        },
        synced: {
          initial: 'idle',
          on: {
            'theme.choose': { actions: [{ type: 'propose', params: ({ event }) => event }, 'announceChange'] },
            'theme.accountLoaded': { actions: [{ type: 'reload', params: ({ event }) => event }, 'announceChange'] },
            'theme.signedOut': { target: 'local', actions: 'drop' },
          },
          states: {
            idle: {
              tags: 'ready',
              always: { guard: 'hasPending', target: 'sending' },
              on: { 'theme.changedElsewhere': { actions: { type: 'settle', params: ({ event }) => event } } },
            },
            sending: {
              tags: 'busy',
              invoke: {
                id: 'sendScheme',
                src: 'sendScheme',
                input: ({ context }) => ({ darkMode: context.scheme.pending[0] ?? context.scheme.confirmed }),
                onDone: { target: 'idle', actions: ['confirm', 'reportConfirmed'] },
                onError: {
                  target: 'idle',
                  actions: ['reject', 'announceChange', { type: 'tellRejected', params: ({ event }) => event }],
                },
              },
            },
          },
        },
      },
    },
  },
});

export type ThemeRef = ActorRefFrom<typeof themeMachine>;
