import { assign, emit, sendParent, sendTo, setup, spawnChild, stopChild } from 'xstate';
import { notProvided, notProvidedCallback } from '../../../src/machines/support/not-provided.ts';
import { callback, child, promise, samples } from '../../support/machine-paths.ts';

type Inner = { type: 'told'; text: string };

/** An example of a machine that `houseMachine` spawns. */
const toastMachine = setup({ types: {} as { output: string } }).createMachine({
  id: 'toast',
  initial: 'shown',
  output: 'closed',
  states: { shown: { after: { 2_000: 'gone' } }, gone: { type: 'final' } },
});

/**
 * Every feature the helper must walk, in one machine: regions, history, children, timers of unequal length,
 * eventless steps.
 */
export const houseMachine = setup({
  types: {} as {
    input: { quiet: boolean };
    context: { quiet: boolean; ticks: number };
    events: { type: 'line.open' } | { type: 'line.close' } | { type: 'toast.show' } | { type: 'toast.closed' } | Inner;
    emitted: { type: 'heard' };
  },
  actors: { listen: notProvidedCallback<{ type: 'stop' }>(), look: notProvided<number, { at: number }>(), toast: toastMachine },
  guards: { isQuiet: ({ context }) => context.quiet, isMany: (_, { count }: { count: number }) => count > 10 },
  actions: {
    tick: assign({ ticks: ({ context }) => (context.ticks + 1) % 3 }),
    tellParent: sendParent({ type: 'house.ended' }),
    tellHeard: emit({ type: 'heard' }),
    logSnackbar: sendTo(({ system }) => system.get('snackbar'), { type: 'snackbar.show' }),
    showToast: spawnChild('toast', { id: 'toast' }),
    dropToast: stopChild('toast'),
  },
  delays: { beat: 4_000, night: ({ context }) => (context.quiet ? 10_000 : 20_000) },
}).createMachine({
  id: 'house',
  context: ({ input }) => ({ ...input, ticks: 0 }),
  type: 'parallel',
  states: {
    line: {
      initial: 'choosing',
      states: {
        choosing: { always: [{ guard: 'isQuiet', target: 'closed' }, { target: 'opening' }] },
        closed: { on: { 'line.open': 'opening' } },
        opening: {
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ at: context.ticks }),
            onDone: [
              { guard: { type: 'isMany', params: ({ event }) => ({ count: event.output }) }, target: 'closed' },
              { target: 'open' },
            ],
            onError: 'closed',
          },
        },
        open: {
          invoke: { id: 'listen', src: 'listen', onError: 'closed' },
          on: { told: { actions: 'tellHeard' }, 'line.close': 'closed' },
          initial: 'calm',
          states: {
            calm: { on: { told: 'busy' } },
            busy: { type: 'final' },
            recent: { type: 'history' },
          },
          onDone: { actions: 'logSnackbar' },
        },
      },
      on: { 'toast.closed': { target: '.open.recent', actions: 'dropToast' } },
    },
    clock: {
      initial: 'day',
      states: {
        day: {
          after: { night: 'over' },
          initial: 'ticking',
          states: { ticking: { after: { beat: { target: 'ticking', reenter: true, actions: 'tick' } } } },
        },
        over: { entry: 'tellParent' },
      },
    },
    toasts: {
      initial: 'none',
      states: {
        none: { on: { 'toast.show': { target: 'one', actions: 'showToast' } } },
        one: { on: { 'xstate.done.actor.toast': 'none', 'toast.closed': 'none' } },
      },
    },
  },
});

export default samples({
  machine: houseMachine,
  inputs: [{ quiet: true }, { quiet: false }],
  events: { 'line.open': {}, 'line.close': {}, 'toast.show': {}, 'toast.closed': {} },
  actors: {
    look: promise({ outputs: [3, 30] }),
    listen: callback({ sends: [{ type: 'told', text: 'hello' }], errors: [new Error('lost')] }),
    toast: child({ outputs: ['closed'] }),
  },
  systems: ['snackbar'],
});
