import { type ActorRefFrom, type AnyActorLogic, assign, sendTo, setup } from 'xstate';
import type { MapRef } from '../map/map-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';

/** Home is drawn without its map: now that may be fetched. */
export type HomeEvent = SearchChanged | { type: 'home.drawn' };

/** The machine of the map with its services in place, and what draws it: the machines know no React. */
export type HomeMap = { actor: AnyActorLogic; view: unknown };

export type HomeContext = ScreenInput & {
  /** Both null until the map has come. */
  map: MapRef | null;
  view: unknown;
};

/**
 * Home's map (NAV-21), which is fetched once everything else of Home is drawn: the machine of the map comes
 * with it, stands under this one, and hears which receiver the address names.
 */
export const homeMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as HomeContext,
    events: {} as HomeEvent,
    tags: {} as 'failed',
  },
  actors: { loadMap: notProvided<HomeMap>() },
  actions: {
    noteSearch: assign((_, { search }: { search: string }) => ({ search })),
    /** XState's types know no logic that comes at run time. */
    startMap: assign(({ context: { mitasId, search }, spawn }, { output: { actor, view } }: { output: HomeMap }) => ({
      map: spawn(actor, { id: 'map' as never, input: { mitasId, search } }) as MapRef,
      view,
    })),
    passOn: sendTo(
      ({ context }) => context.map as MapRef,
      (_, { search }: { search: string }) => ({ type: 'place.changed', search }),
    ),
  },
}).createMachine({
  id: 'home',
  context: ({ input }) => ({ ...input, map: null, view: null }),
  initial: 'drawing',
  on: { 'place.changed': { actions: { type: 'noteSearch', params: ({ event }) => event } } },
  states: {
    drawing: { on: { 'home.drawn': 'fetching' } },
    fetching: {
      invoke: {
        id: 'loadMap',
        src: 'loadMap',
        onDone: { target: 'mapped', actions: { type: 'startMap', params: ({ event }) => event } },
        onError: 'failed',
      },
    },
    mapped: {
      on: {
        'place.changed': { actions: { type: 'passOn', params: ({ event }) => event } },
        'xstate.error.actor.map': 'failed',
      },
    },
    /** A browser does not ask twice for a module that failed: only the page loaded anew brings it. */
    failed: { tags: 'failed' },
  },
});

export type HomeRef = ActorRefFrom<typeof homeMachine>;
