import { assign, raise, sendTo, setup } from 'xstate';
import { defaultErrorText, failureText, toFailure } from '../../model/contract/failure.ts';
import type { NewEntry } from '../../model/journal/entry.ts';
import { type Overlay, advance, startOverlay } from '../../model/journal/overlay.ts';
import type { OperationReport } from '../operation/operation-events.ts';
import { operationMachine } from '../operation/operation-machine.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { SchemeCommand, ThemeEvent } from './theme-events.ts';

type Choice = { darkMode: boolean };

/**
 * `scheme` is true for dark: the last confirmed value with unanswered choices on top. `choices` counts all
 * choices, to give each a number.
 */
export type ThemeContext = { scheme: Overlay<boolean, Choice>; choices: number };
export type ThemeInput = { darkMode: boolean };

/**
 * Light or dark (ACC-16: dark by default, stored locally, sent, reverted locally on failure). Choices are
 * proposals that the host confirms or rejects one at a time: if it rejects the first of two quick choices,
 * the second stays.
 */
export const themeMachine = setup({
  types: {} as {
    context: ThemeContext;
    events: ThemeEvent | OperationReport | { type: 'scheme.changed' };
    input: ThemeInput;
    tags: 'busy' | 'ready' | 'failed';
  },
  actors: {
    operation: operationMachine,
    /** Stores the scheme in this browser, and sends `theme.changedElsewhere`. */
    schemeStore: notProvidedCallback<SchemeCommand>(),
  },
  actions: {
    propose: assign(({ context: { scheme, choices } }, { darkMode }: Choice) =>
      darkMode === scheme.shown
        ? {}
        : {
            scheme: after(scheme, { type: 'proposed', opId: `choice ${choices + 1}`, fact: { darkMode } }),
            choices: choices + 1,
          },
    ),
    settle: assign((_, { darkMode }: Choice) => ({ scheme: startOverlay<boolean, Choice>(darkMode) })),
    reload: assign(({ context }, { darkMode }: Choice) => ({
      scheme: after(context.scheme, { type: 'happened', fact: { darkMode } }),
    })),
    confirm: assign(({ context: { scheme } }) => ({
      scheme: scheme.pending.slice(0, 1).reduce((sofar, first) => after(sofar, { type: 'happened', ...first }), scheme),
    })),
    /** On logout, unanswered choices are dropped, but the shown scheme stays. */
    drop: assign(({ context }) => ({ scheme: startOverlay<boolean, Choice>(context.scheme.shown) })),
    reject: assign(({ context: { scheme } }) => ({
      scheme: scheme.pending.slice(0, 1).reduce((sofar, first) => after(sofar, { type: 'rejected', ...first }), scheme),
    })),
    announceChange: raise({ type: 'scheme.changed' }),
    keep: sendTo('schemeStore', ({ context }) => ({ type: 'scheme.keep', darkMode: context.scheme.shown })),
    notifyRejected: notify((_, __, { failure }: { failure: unknown }) => ({
      message: failureText(toFailure(failure), defaultErrorText),
      variant: 'error',
    })),
  },
  guards: { hasPending: ({ context }) => context.scheme.pending.length > 0 },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ scheme: startOverlay(input.darkMode), choices: 0 }),
  type: 'parallel',
  states: {
    keeping: {
      initial: 'kept',
      states: {
        kept: {
          invoke: { id: 'schemeStore', src: 'schemeStore', onError: 'lost' },
          on: { 'scheme.changed': { actions: 'keep' } },
        },
        /** The actor that stores the scheme failed, so a choice lasts only until the page is closed. */
        lost: { tags: 'failed' },
      },
    },
    choice: {
      initial: 'local',
      states: {
        /** Not logged in: the choice is stored only in this browser. */
        local: {
          tags: 'ready',
          on: {
            'theme.choose': { actions: [{ type: 'settle', params: theEvent }, 'announceChange'] },
            'theme.changedElsewhere': { actions: { type: 'settle', params: theEvent } },
            'theme.accountLoaded': {
              target: 'synced',
              actions: [{ type: 'settle', params: theEvent }, 'announceChange'],
            },
          },
        },
        synced: {
          initial: 'idle',
          on: {
            'theme.choose': { actions: [{ type: 'propose', params: theEvent }, 'announceChange'] },
            'theme.accountLoaded': { actions: [{ type: 'reload', params: theEvent }, 'announceChange'] },
            'theme.signedOut': { target: 'local', actions: 'drop' },
          },
          states: {
            idle: {
              tags: 'ready',
              always: { guard: 'hasPending', target: 'sending' },
              on: { 'theme.changedElsewhere': { actions: { type: 'settle', params: theEvent } } },
            },
            sending: {
              tags: 'busy',
              invoke: {
                id: 'operation',
                src: 'operation',
                input: ({ context: { scheme } }) => ({
                  opId: scheme.pending[0]?.opId ?? '',
                  request: scheme.pending[0]?.fact ?? null,
                  lasting: false,
                }),
                onError: {
                  target: 'idle',
                  actions: [
                    'reject',
                    'announceChange',
                    { type: 'notifyRejected', params: ({ event }) => ({ failure: event.error }) },
                  ],
                },
              },
              on: {
                'operation.confirmed': { target: 'idle', actions: 'confirm' },
                'operation.refused': {
                  target: 'idle',
                  actions: ['reject', 'announceChange', { type: 'notifyRejected', params: theEvent }],
                },
              },
            },
          },
        },
      },
    },
  },
});

function after(scheme: Overlay<boolean, Choice>, entry: NewEntry<Choice>): Overlay<boolean, Choice> {
  return advance((_, { darkMode }) => darkMode, scheme, { ...entry, position: scheme.position + 1, at: 0 });
}
