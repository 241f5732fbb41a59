import { type ActorRefFrom, type AnyActorLogic, assign, sendTo, setup } from 'xstate';
import type { FiguresRef } from './figures-machine.ts';
import type { MapRef } from '../map/map-machine.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** `home.drawn`: Home is drawn without its map, which may now be loaded. */
export type HomeEvent =
  | SearchChanged
  | { type: 'home.drawn' }
  /** The host is reachable again after the map could not be loaded. */
  | { type: 'home.again' };

/** A machine with its services, and its view (unknown here, because machines do not depend on React). */
export type HomePart = { actor: AnyActorLogic; view: unknown };

/** The parts of Home that load late: the map and the figures. */
export type HomeMap = HomePart & { figures: HomePart };

export type HomeContext = ScreenInput & {
  /** All null until loaded; `figures` also if they broke. */
  map: MapRef | null;
  view: unknown;
  figures: { ref: FiguresRef; view: unknown } | null;
};

/**
 * Loads Home's map (NAV-21) and figures (NAV-22, NAV-23) once the rest of Home is drawn. Their machines are
 * loaded with them and run as its children; the map's machine gets each change of the address.
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
    /** The types are asserted, because XState's types do not cover logic that is loaded at run time. */
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
    /**
     * The map's code failed to load. Some browsers do not retry a failed module; there only reloading the
     * page helps.
     */
    failed: { tags: 'failed', on: { 'home.again': 'fetching' } },
    /** A defect of the map, which Retry cannot fix (ERR-15). */
    broken: { tags: ['failed', 'defect'] },
  },
});

export type HomeRef = ActorRefFrom<typeof homeMachine>;
