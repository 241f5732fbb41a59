import { assign, setup } from 'xstate';
import { notProvided } from '../../../src/machines/support/not-provided.ts';
import { promise, samples } from '../../support/machine-paths.ts';

/**
 * Two transitions that nothing can walk: one leaves an unreachable state, one comes after another that always
 * wins.
 */
const unreachableMachine = setup({
  types: {} as { events: { type: 'go' } | { type: 'back' } },
}).createMachine({
  id: 'unreachable',
  initial: 'here',
  states: {
    here: { on: { go: [{ target: 'there' }, { target: 'here' }] } },
    there: { on: { back: 'here' } },
    island: { on: { back: 'here' } },
  },
});
export const unreachable = samples({ machine: unreachableMachine, events: { go: {}, back: {} } });

const guardedMachine = setup({
  types: {} as { events: { type: 'try'; count: number } },
  guards: { isEnough: (_, { count }: { count: number }) => count > 100 },
}).createMachine({
  id: 'guarded',
  initial: 'closed',
  states: {
    closed: { on: { try: { guard: { type: 'isEnough', params: ({ event }) => ({ count: event.count }) }, target: 'opened' } } },
    opened: {},
  },
});
/** The guard can hold, but no sample makes it hold. */
export const neverSatisfied = samples({ machine: guardedMachine, events: { try: [{ count: 1 }, { count: 100 }] } });
/** The same machine with a sample that makes it hold. */
export const satisfied = samples({ machine: guardedMachine, events: { try: [{ count: 1 }, { count: 101 }] } });
/** The samples lack an event of the machine. */
export const forgotten = samples({ machine: guardedMachine });

const askingMachine = setup({
  types: {} as { context: { failure: unknown } },
  actors: { ask: notProvided<string>() },
  actions: { keepFailure: assign({ failure: (_, { failure }: { failure: unknown }) => failure }) },
  delays: { timeout: 5_000 },
}).createMachine({
  id: 'asking',
  context: { failure: undefined },
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'ask',
        src: 'ask',
        onDone: 'answered',
        onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => ({ failure: event.error }) } },
      },
      after: { timeout: 'failed' },
    },
    answered: {},
    failed: { after: { 2_000: 'asking' } },
  },
});
/** A delayed transition and an invoke's error transition, both of which can be walked. */
export const asking = samples({ machine: askingMachine, actors: { ask: promise({ outputs: ['yes'] }) } });
/** The same without a sample error: its onError is not walked. */
export const neverFailing = samples({ machine: askingMachine, actors: { ask: promise({ outputs: ['yes'], errors: [] }) } });
/** The same without a fake for its actor. */
export const unfaked = samples({ machine: askingMachine });

const renewingMachine = setup({
  types: {} as { events: { type: 'token.kept' } },
  actors: { renew: notProvided<void>() },
}).createMachine({
  id: 'renewing',
  initial: 'renewing',
  states: {
    renewing: {
      invoke: { id: 'renew', src: 'renew', onDone: 'renewed', onError: 'failed' },
      on: { 'token.kept': 'renewed' },
    },
    renewed: {},
    failed: {},
  },
});
/**
 * The real service announces that the token is kept before its outcome arrives: the outcome comes too late.
 */
export const announced = samples({
  machine: renewingMachine,
  actors: { renew: promise<void>({ outputs: [undefined], announces: { outputs: [{ type: 'token.kept' }] } }) },
});
/** The same without the announcement: the outcome counts as possible. */
export const unannounced = samples({
  machine: renewingMachine,
  events: { 'token.kept': {} },
  actors: { renew: promise<void>({ outputs: [undefined] }) },
});

const shadowedMachine = setup({}).createMachine({
  id: 'shadowed',
  initial: 'waiting',
  states: { waiting: { after: { 1_000: 'soon', 5_000: 'late' } }, soon: {}, late: {} },
});
/** A timer that a shorter one in the same state always beats. */
export const shadowed = samples({ machine: shadowedMachine });

const crashingMachine = setup({ actors: { ask: notProvided<string>() } }).createMachine({
  id: 'crashing',
  initial: 'asking',
  states: { asking: { invoke: { id: 'ask', src: 'ask', onDone: 'answered' } }, answered: {} },
});
/** An invoke without onError: every transition can be walked, but a failing service breaks the page. */
export const crashing = samples({ machine: crashingMachine, actors: { ask: promise({ outputs: ['yes'] }) } });

const growingMachine = setup({
  types: {} as { context: { count: number }; events: { type: 'add' } },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
  guards: { isHuge: ({ context }) => context.count > 200 },
}).createMachine({
  id: 'growing',
  context: { count: 0 },
  on: { add: { actions: 'add' } },
  initial: 'small',
  states: { small: { always: { guard: 'isHuge', target: 'huge' } }, huge: {} },
});
/** Endless situations: the search stops at its limit and reports it. */
export const growing = samples({ machine: growingMachine, events: { add: {} }, limit: 50 });
/** The same with a lead to the end. */
export const led = samples({
  machine: growingMachine,
  events: { add: {} },
  leads: [{ steps: Array.from({ length: 201 }, () => 'add') }],
});
/** A lead with a step that the machine does not take. */
export const misled = samples({ machine: growingMachine, events: { add: {} }, leads: [{ steps: ['add', 'wait'] }] });

const chancyMachine = setup({
  types: {} as { context: { since: number } },
  delays: { jitter: () => 1_000 * Math.random() },
  actions: { note: assign({ since: () => Date.now() }) },
  guards: { isLate: ({ context }) => Date.now() - context.since > 60_000 },
}).createMachine({
  id: 'chancy',
  context: () => ({ since: Date.now() }),
  initial: 'waiting',
  states: {
    waiting: {
      after: {
        jitter: [
          { guard: 'isLate', target: 'late' },
          { target: 'waiting', reenter: true },
        ],
      },
    },
    late: { entry: 'note' },
  },
});
/** Depends on chance and on the time of day: the walk provides both, so every walk is the same. */
export const chancy = samples({ machine: chancyMachine });
