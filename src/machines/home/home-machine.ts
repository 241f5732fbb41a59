import { type ActorRefFrom, type AnyActorLogic, assign, sendTo, setup } from 'xstate';
import type { FiguresRef } from './figures-machine.ts';
import type { MapRef } from '../map/map-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** `home.drawn`: Home is drawn without its map; now that may be fetched. */
export type HomeEvent =
  | SearchChanged
  | { type: 'home.drawn' }
  /** The host is back, which could not be asked for the map. */
  | { type: 'home.again' };

/** A machine with its services in place, and what draws it: the machines know no React. */
export type HomePart = { actor: AnyActorLogic; view: unknown };

/** What comes late: the map, and what is told of the past. */
export type HomeMap = HomePart & { figures: HomePart };

export type HomeContext = ScreenInput & {
  /** All null until they have come; those of the figures again where these broke. */
  map: MapRef | null;
  view: unknown;
  figures: { ref: FiguresRef; view: unknown } | null;
};

/**
 * Home's map (NAV-21) and figures (NAV-22, NAV-23), which are fetched once everything else of Home is drawn:
 * their machines come with them and stand under this one; the map's hears which receiver the address names.
 */
export const homeMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: HomeContext;
    events: HomeEvent;
    tags: 'failed' | 'defect';
  },
  actors: { loadMap: notProvided<HomeMap>() },
  actions: {
    noteSearch: assign((_, { search }: { search: string }) => ({ search })),
    /** XState's types know no logic that comes at run time. */
    startMap: assign(({ context: { mitasId, search }, spawn }, { output: { actor, view, figures } }: { output: HomeMap }) => ({
      map: spawn(actor, { id: 'map' as never, input: { mitasId, search } }) as MapRef,
      view,
      figures: { ref: spawn(figures.actor, { id: 'figures' as never, input: { mitasId } }) as FiguresRef, view: figures.view },
    })),
    dropFigures: assign({ figures: null }),
    passOn: sendTo(
      ({ context }) => context.map as MapRef,
      (_, { search }: { search: string }) => ({ type: 'place.changed', search }),
    ),
  },
}).createMachine({
  id: 'home',
  context: ({ input }) => ({ ...input, map: null, view: null, figures: null }),
  initial: 'drawing',
  on: { 'place.changed': { actions: { type: 'noteSearch', params: theEvent } } },
  states: {
    drawing: { on: { 'home.drawn': 'fetching' } },
    fetching: {
      invoke: {
        id: 'loadMap',
        src: 'loadMap',
        onDone: { target: 'mapped', actions: { type: 'startMap', params: theEvent } },
        onError: 'failed',
      },
    },
    mapped: {
      on: {
        'place.changed': { actions: { type: 'passOn', params: theEvent } },
        'xstate.error.actor.map': 'broken',
        'xstate.error.actor.figures': { actions: 'dropFigures' },
      },
    },
    /** Where a browser does not ask twice for a module that failed, the page loaded again brings it. */
    failed: { tags: 'failed', on: { 'home.again': 'fetching' } },
    /** A defect of the map, whatever becomes of the host (ERR-15). */
    broken: { tags: ['failed', 'defect'] },
  },
});

export type HomeRef = ActorRefFrom<typeof homeMachine>;
