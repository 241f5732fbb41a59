import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { BaseMap } from '../../model/map/base-map.ts';
import { isSameCamera, type MapCamera } from '../../model/map/camera.ts';
import { mapAddress } from '../../model/map/map-address.ts';
import { relativeRefreshMs } from '../../model/time/relative-time.ts';
import { contactWindowIn, hostNow } from '../contact-window/contact-window-machine.ts';
import { KeptAside } from '../contact-window/kept-aside.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { locatedReceivers } from './located-receivers.ts';
import type { MapEvent } from './map-events.ts';

export type MapContext = {
  /** What lies under the pins; null until it has come. */
  base: KeptAside<BaseMap> | null;
  /** The host's time as of the last look at the clock, ms since the epoch. */
  now: number;
  /**
   * What the address says, and where the map was moved to since; null where it stands as the address
   * says.
   */
  search: string;
  moved: MapCamera | null;
  /** How often all receivers were asked for: the drawing follows each time, also where no address changes. */
  fits: number;
};

/**
 * A map that is let be for so long stays there. Browsers slow down those who write addresses more often.
 */
const settleMs = 300;

/**
 * The map (MAP-1): `receivers` is whether there is anything to show and by what means it is drawn, `base`
 * what lies under it, `clock` how old what is said has become. Where it looks stands in the address, and
 * whom it shows in the read models; `look` is whether the map is being moved, and writes where it came to
 * rest.
 */
export const mapMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as MapContext,
    events: {} as MapEvent,
    tags: {} as 'busy' | 'empty' | 'failed',
  },
  actors: {
    locatedReceivers,
    /** Resolves with the land and countries that the host serves. */
    loadBase: notProvided<BaseMap>(),
    /** Resolves with whether this browser can draw by WebGL. */
    findWebgl: notProvided<boolean>(),
  },
  guards: {
    isNone: (_, { count }: { count: number }) => count === 0,
    asksElsewhere: ({ context }, { search }: { search: string }) => !isSameCamera(cameraIn(context.search), cameraIn(search)),
    hasWebgl: (_, { output }: { output: boolean }) => output,
  },
  actions: {
    keepBase: assign((_, { output }: { output: BaseMap }) => ({ base: new KeptAside(output) })),
    noteMoved: assign((_, { camera }: { camera: MapCamera }) => ({ moved: camera })),
    noteAddress: assign((_, { search }: { search: string }) => ({ search })),
    /** Puts a search part into the address, in the place of the present one. */
    writeAddress: notProvidedAction<{ search: string }>(),
    forgetMoved: assign({ moved: null }),
    countFit: assign(({ context }) => ({ fits: context.fits + 1 })),
    readClock: assign(({ system }) => ({ now: hostNow(contactWindowIn(system).getSnapshot().context) })),
  },
  delays: { relativeRefresh: relativeRefreshMs, settle: settleMs },
}).createMachine({
  id: 'map',
  type: 'parallel',
  context: ({ input: { search } }) => ({ base: null, now: 0, search, moved: null, fits: 0 }),
  states: {
    receivers: {
      initial: 'loading',
      invoke: { id: 'locatedReceivers', src: 'locatedReceivers', onError: '.broken' },
      states: {
        loading: {
          tags: 'busy',
          on: {
            'located.counted': [
              { guard: { type: 'isNone', params: ({ event }) => event }, target: 'empty' },
              { target: 'shown' },
            ],
          },
        },
        empty: {
          tags: 'empty',
          on: {
            'located.counted': [{ guard: { type: 'isNone', params: ({ event }) => event } }, { target: 'shown' }],
          },
        },
        /** Nobody says any more which receivers have a place: not that none has. */
        broken: {},
        shown: {
          initial: 'choosing',
          on: {
            'located.counted': [{ guard: { type: 'isNone', params: ({ event }) => event }, target: 'empty' }, {}],
          },
          states: {
            choosing: {
              tags: 'busy',
              invoke: {
                id: 'findWebgl',
                src: 'findWebgl',
                onDone: [{ guard: { type: 'hasWebgl', params: ({ event }) => event }, target: 'byWebgl' }, { target: 'bySvg' }],
                onError: 'bySvg',
              },
            },
            byWebgl: { on: { 'webgl.lost': 'bySvg.lost' } },
            /** The same facts, drawn plainly. */
            bySvg: {
              initial: 'lacking',
              on: { 'webgl.retry': 'choosing' },
              states: { lacking: {}, lost: {} },
            },
          },
        },
      },
    },
    base: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            id: 'loadBase',
            src: 'loadBase',
            onDone: { target: 'shown', actions: { type: 'keepBase', params: ({ event }) => event } },
            onError: 'failed',
          },
        },
        shown: {},
        /** The pins stand over a plain ground. */
        failed: { tags: 'failed', on: { 'base.retry': 'loading' } },
      },
    },
    look: {
      initial: 'still',
      on: { 'look.fit': { target: '.still', actions: 'countFit' } },
      states: {
        still: {
          entry: 'forgetMoved',
          on: {
            'camera.moved': { target: 'moving', actions: { type: 'noteMoved', params: ({ event }) => event } },
            'place.changed': { actions: { type: 'noteAddress', params: ({ event }) => event } },
          },
        },
        moving: {
          after: {
            settle: { target: 'still', actions: { type: 'writeAddress', params: ({ context }) => movedAddress(context) } },
          },
          on: {
            'camera.moved': {
              target: 'moving',
              reenter: true,
              actions: { type: 'noteMoved', params: ({ event }) => event },
            },
            'place.changed': [
              /** Somebody chose where to look, and it goes there. */
              {
                guard: { type: 'asksElsewhere', params: ({ event }) => event },
                target: 'still',
                actions: { type: 'noteAddress', params: ({ event }) => event },
              },
              { actions: { type: 'noteAddress', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    clock: {
      initial: 'running',
      states: {
        running: {
          entry: 'readClock',
          after: { relativeRefresh: { target: 'running', reenter: true } },
        },
      },
    },
  },
});

export type MapRef = ActorRefFrom<typeof mapMachine>;

function cameraIn(search: string): MapCamera | null {
  return mapAddress.read(search).state.camera;
}

function movedAddress({ search, moved }: MapContext): { search: string } {
  return { search: mapAddress.write({ ...mapAddress.read(search).state, camera: moved }) };
}

/** What lies under the pins; null until it has come. */
export function selectBase({ context }: SnapshotFrom<typeof mapMachine>): BaseMap | null {
  return context.base?.value ?? null;
}

/** How often all receivers were asked for. */
export function selectFits({ context }: SnapshotFrom<typeof mapMachine>): number {
  return context.fits;
}

/** True where the browser took the means of drawing away, or refused it after it was found. */
export function selectIsLost(snapshot: SnapshotFrom<typeof mapMachine>): boolean {
  return snapshot.matches({ receivers: { shown: { bySvg: 'lost' } } });
}

/** The situation of the receivers on the map. */
export function selectDrawing(snapshot: SnapshotFrom<typeof mapMachine>): 'loading' | 'empty' | 'broken' | 'webgl' | 'svg' {
  if (snapshot.matches({ receivers: 'broken' })) return 'broken';
  if (snapshot.matches({ receivers: { shown: 'byWebgl' } })) return 'webgl';
  if (snapshot.matches({ receivers: { shown: 'bySvg' } })) return 'svg';
  return snapshot.hasTag('empty') ? 'empty' : 'loading';
}
