import { type ActorRefFrom, type AnyActorRef, assign, sendTo, setup, stopChild } from 'xstate';
import { parseDashboardUrl } from '../../model/navigation/addresses.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import { screenAt } from '../../model/navigation/routes.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import type { ScreenEvent, ScreenInput, ScreenUnit } from './screen-events.ts';

export type ScreenContext = {
  mitasId: string;
  /** The screen in the address; null where there is none. */
  id: string | null;
  search: string;
  /** What the open screen is made of. */
  unit: ScreenUnit | null;
  actor: AnyActorRef | null;
};

/**
 * The session's one slot for a screen (CODE-27): its unit is loaded when the address comes to it. Its actor
 * starts then, hears of the search part of the address as `place.changed`, and stops when the address leaves
 * it.
 */
export const screenMachine = setup({
  types: {
    input: {} as { mitasId: string },
    context: {} as ScreenContext,
    events: {} as ScreenEvent,
    tags: {} as 'busy' | 'ready' | 'failed',
  },
  actors: {
    /** Sends where the address stands, at first and whenever it changes. */
    address: notProvidedCallback(),
    /** Null for a screen that is not built yet. */
    loadScreen: notProvided<ScreenUnit | null, { id: string }>(),
  },
  actions: {
    notePlace: assign((_, { place }: { place: Place }) => ({ id: screenIn(place), search: place.search })),
    noteUnit: assign((_, { output }: { output: ScreenUnit | null }) => ({ unit: output })),
    /**
     * Its id is for the transition on its failure; XState's types have none for logic that comes at run time.
     */
    start: assign(({ context: { mitasId, search, unit }, spawn }) => ({
      actor: unit?.actor ? spawn(unit.actor, { id: 'unit' as never, input: { mitasId, search } satisfies ScreenInput }) : null,
    })),
    stop: stopChild(({ context }) => context.actor ?? 'none'),
    forget: assign({ unit: null, actor: null }),
    passOn: sendTo(
      ({ context }) => context.actor as AnyActorRef,
      ({ context }) => ({ type: 'place.changed', search: context.search }),
    ),
  },
  guards: {
    /** The session is about to end, or the person is asked whether it shall and the address comes back. */
    isElsewhere: ({ context }, { place }: { place: Place }) => parseDashboardUrl(place.pathname)?.mitasId !== context.mitasId,
    isSame: ({ context }, { place }: { place: Place }) => screenIn(place) === context.id,
    isListened: ({ context }, { place }: { place: Place }) => screenIn(place) === context.id && context.actor !== null,
    isScreen: (_, { place }: { place: Place }) => screenIn(place) !== null,
    isBuilt: (_, { output }: { output: ScreenUnit | null }) => output !== null,
  },
}).createMachine({
  id: 'screen',
  context: ({ input }) => ({ mitasId: input.mitasId, id: null, search: '', unit: null, actor: null }),
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
        guard: { type: 'isScreen', params: ({ event }) => event },
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
        onDone: [
          {
            guard: { type: 'isBuilt', params: ({ event }) => event },
            target: 'open',
            actions: { type: 'noteUnit', params: ({ event }) => event },
          },
          { target: 'unbuilt' },
        ],
        onError: 'failed',
      },
    },
    /** A browser does not ask twice for a module that failed: only the page loaded anew brings it. */
    failed: { tags: 'failed' },
    /** A later version brings it. */
    unbuilt: { tags: 'ready' },
    open: {
      tags: 'ready',
      entry: 'start',
      exit: ['stop', 'forget'],
      on: {
        'place.changed': [
          { guard: { type: 'isElsewhere', params: ({ event }) => event } },
          {
            guard: { type: 'isListened', params: ({ event }) => event },
            actions: [{ type: 'notePlace', params: ({ event }) => event }, 'passOn'],
          },
        ],
        /** A defect of one screen ends that screen, and not the session. */
        'xstate.error.actor.unit': 'failed',
      },
    },
  },
});

export type ScreenRef = ActorRefFrom<typeof screenMachine>;

function screenIn({ pathname }: Place): string | null {
  const path = parseDashboardUrl(pathname)?.path;
  return path === undefined ? null : (screenAt(path)?.id ?? null);
}
