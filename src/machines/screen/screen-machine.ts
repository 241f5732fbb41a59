import { type ActorRefFrom, type AnyActorLogic, type AnyActorRef, assign, sendTo, setup, stopChild } from 'xstate';
import { parseDashboardUrl } from '../../model/navigation/addresses.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import { screenAt } from '../../model/navigation/routes.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import type { ScreenEvent, ScreenInput } from './screen-events.ts';

/** The screens that have an actor of their own, by their id: what they ask dies with them (JRN-9). */
const screensWithActor: readonly string[] = ['advanced/activity'];

export type ScreenContext = {
  mitasId: string;
  /** The screen in the address, where it is one with an actor. */
  id: string | null;
  search: string;
  actor: AnyActorRef | null;
};

/**
 * The session's one slot for a screen's actor: it starts when the address comes to the screen and stops when the address leaves it. Its code
 * is loaded then; the search part of the address is passed on to it as `place.changed`.
 */
export const screenMachine = setup({
  types: {
    input: {} as { mitasId: string },
    context: {} as ScreenContext,
    events: {} as ScreenEvent,
    tags: {} as 'busy' | 'failed',
  },
  actors: {
    /** Tells where the address stands, at first and whenever it changes. */
    address: notProvidedCallback(),
    loadScreen: notProvided<AnyActorLogic, { id: string }>(),
  },
  actions: {
    notePlace: assign((_, { place }: { place: Place }) => ({ id: screenIn(place), search: place.search })),
    start: assign(({ context: { mitasId, search }, spawn }, { output }: { output: AnyActorLogic }) => ({
      actor: spawn(output, { input: { mitasId, search } satisfies ScreenInput }) as AnyActorRef,
    })),
    stop: stopChild(({ context }) => context.actor ?? 'none'),
    forget: assign({ actor: null }),
    passOn: sendTo(
      ({ context }) => context.actor as AnyActorRef,
      ({ context }) => ({ type: 'place.changed', search: context.search }),
    ),
  },
  guards: {
    /** The session is about to end, or the person is asked whether it shall and the address comes back. */
    isElsewhere: ({ context }, { place }: { place: Place }) => parseDashboardUrl(place.pathname)?.mitasId !== context.mitasId,
    isSame: ({ context }, { place }: { place: Place }) => screenIn(place) === context.id,
    hasActor: (_, { place }: { place: Place }) => screenIn(place) !== null,
  },
}).createMachine({
  id: 'screen',
  context: ({ input }) => ({ mitasId: input.mitasId, id: null, search: '', actor: null }),
  invoke: { id: 'address', src: 'address', onError: '.none' },
  initial: 'none',
  on: {
    'place.changed': [
      { guard: { type: 'isElsewhere', params: ({ event }) => event } },
      {
        guard: { type: 'isSame', params: ({ event }) => event },
        actions: { type: 'notePlace', params: ({ event }) => event },
      },
      {
        guard: { type: 'hasActor', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: { type: 'notePlace', params: ({ event }) => event },
      },
      { target: '.none', actions: { type: 'notePlace', params: ({ event }) => event } },
    ],
  },
  states: {
    none: {},
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadScreen',
        src: 'loadScreen',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'open', actions: { type: 'start', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    failed: {
      tags: 'failed',
      on: { 'screen.retry': 'loading' },
    },
    open: {
      exit: ['stop', 'forget'],
      on: {
        'place.changed': [
          { guard: { type: 'isElsewhere', params: ({ event }) => event } },
          {
            guard: { type: 'isSame', params: ({ event }) => event },
            actions: [{ type: 'notePlace', params: ({ event }) => event }, 'passOn'],
          },
        ],
      },
    },
  },
});

export type ScreenRef = ActorRefFrom<typeof screenMachine>;

function screenIn({ pathname }: Place): string | null {
  const screen = screenAt(parseDashboardUrl(pathname)?.path ?? '');
  return screen !== undefined && screensWithActor.includes(screen.id) ? screen.id : null;
}
