import { type ActorRefFrom, assign, raise, sendTo, setup } from 'xstate';
import { refreshMs } from '../../model/live/live-settings.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import type { MapState } from '../../model/map/map-address.ts';
import {
  asksElsewhere,
  asksForHidden,
  cameraIn,
  chosen,
  goalOf,
  isPlaced,
  lookAt,
  type MapMove,
  moved,
  over,
  pressed,
  receiverIn,
  computed,
  searchedCamera,
} from '../../model/map/map-look.ts';
import { HeardCounts } from '../../model/map/heard-counts.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { MapPlace } from '../../model/map/pins.ts';
import { relativeRefreshMs } from '../../model/time/relative-time.ts';
import { contactWindowIn, hostNow } from '../contact-window/contact-window-machine.ts';
import { ByReference } from '../contact-window/by-reference.ts';
import { layersMachine } from '../layers/layers-machine.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import type { PastWanted } from '../socket/contact-feed-events.ts';
import { socketId } from '../socket/socket-id.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import { locatedReceivers } from './located-receivers.ts';
import { locationEditMachine } from './location-edit-machine.ts';
import type { MapContext } from './map-context.ts';
import type { MapEvent } from './map-events.ts';
import { mapGroundMachine } from './map-ground-machine.ts';
import { mapPastMachine } from './map-past-machine.ts';

/**
 * How long the map must rest before its camera is written to the address: browsers throttle frequent writes.
 */
const settleMs = 300;

/**
 * The map (MAP-1), in parallel regions. `receivers`: whether there is anything to show, now or on a past day,
 * and whether WebGL or SVG draws it. `look`: the camera. It either fits all receivers and follows changes of
 * them and of the map's size, or is free after a person moved it; the address then contains it. `pulses`:
 * what is being heard. `locations`: editing of locations. `clock`: updates the ages shown. The background and
 * the system's layers have their own machines.
 */
export const mapMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: MapContext;
    events: MapEvent;
    tags: 'busy' | 'empty';
    children: {
      ground: 'ground';
      layers: 'layers';
      locatedReceivers: 'locatedReceivers';
      locationEdit: 'locationEdit';
      past: 'past';
    };
  },
  actors: {
    ground: mapGroundMachine,
    layers: layersMachine,
    locationEdit: locationEditMachine,
    past: mapPastMachine,
    locatedReceivers,
    /** Resolves with true if this browser can use WebGL. */
    findWebgl: notProvided<boolean>(),
  },
  guards: {
    isNone: (_, { places }: { places: readonly MapPlace[] }) => places.length === 0,
    isAskedSomewhere: ({ context }) => cameraIn(context.search) !== null,
    /** True if the address has a new camera that the map itself did not write. */
    asksElsewhere: ({ context }, { search }: { search: string }) => asksElsewhere(context, search),
    asksForAll: ({ context }, { search }: { search: string }) => cameraIn(search) === null && asksElsewhere(context, search),
    /** True if the address names a new receiver that is out of sight. */
    asksForHidden: ({ context }, { search }: { search: string }) => asksForHidden(context, search),
    namesNoReceiver: ({ context }) => receiverIn(context.search) === null,
    isAmongPlaces: ({ context }, { places }: { places: readonly MapPlace[] }) =>
      searchedCamera({ ...context, places }).camera !== null,
    isDrawn: ({ context }) => context.size !== null,
    isElsewhere: (_, { camera }: { camera: MapCamera | null }) => camera !== null,
    isPlaced: ({ context }, { rxId }: { rxId: number }) => isPlaced(context, rxId),
    comesApart: ({ context }, { group }: { group: PinGroup | null }) => pressed(context, group).camera !== null,
    isPast: (_, { places }: { places: readonly MapPlace[] | null }) => places !== null,
    hasWebgl: (_, { output }: { output: boolean }) => output,
  },
  actions: {
    keepPlaces: assign(({ context }, { places }: { places: readonly MapPlace[] }) => computed({ ...context, places })),
    keepSize: assign(({ context }, { size }: { size: MapSize }) => computed({ ...context, size })),
    move: assign(({ context }, move: MapMove) => moved(context, move)),
    setCamera: assign((_, { camera }: { camera: MapCamera | null }) => ({ camera })),
    hold: assign(({ context, event }) => ({ camera: enteredBy(event, 'look.held').camera ?? goalOf(context) })),
    noteAddress: assign((_, { search }: { search: string }) => ({ search })),
    /** Replaces the map's part of the address. */
    writeAddress: notProvidedAction<Partial<MapState>>(),
    countHeard: assign(({ context: { counts, search }, system }) => {
      const { contents, ...clock } = contactWindowIn(system).getSnapshot().context;
      const kept = counts ?? new ByReference(new HeardCounts(contents.value));
      const now = hostNow(clock);
      const rxId = receiverIn(search);
      const ts = kept.value.newestOf(rxId, now);
      return { counts: kept, heard: kept.value.read(now), newest: rxId === null || ts === null ? null : { rxId, ts } };
    }),
    forgetHeard: assign({ heard: null, newest: null }),
    /** Loads the contacts heard before the map opened, as the live stream does (MAP-16). */
    askForPast: sendTo(({ system }) => system.get(socketId), { type: 'past.wanted' } satisfies PastWanted),
    readClock: assign(({ system }) => ({ now: hostNow(contactWindowIn(system).getSnapshot().context) })),
  },
  delays: { relativeRefresh: relativeRefreshMs, settle: settleMs, beat: refreshMs },
}).createMachine({
  id: 'map',
  type: 'parallel',
  context: ({ input: { mitasId, search } }) => ({ mitasId, now: 0, counts: null, heard: null, newest: null, ...lookAt(search) }),
  entry: 'askForPast',
  // The map works without background, layers or past.
  invoke: [
    { id: 'ground', src: 'ground', onError: {} },
    { id: 'layers', src: 'layers', input: ({ context }) => context, onError: {} },
    {
      id: 'past',
      src: 'past',
      input: ({ context }) => context,
      onError: { actions: raise({ type: 'past.changed', isOpen: false, places: null }) },
    },
  ],
  states: {
    receivers: {
      initial: 'loading',
      invoke: { id: 'locatedReceivers', src: 'locatedReceivers', onError: '.broken' },
      on: {
        'places.changed': [
          { guard: { type: 'isNone', params: theEvent }, target: '.empty' },
          { target: '.shown', actions: { type: 'keepPlaces', params: theEvent } },
        ],
        'past.changed': { actions: sendTo('locatedReceivers', ({ event }) => event) },
        'place.changed': {
          actions: [{ type: 'noteAddress', params: theEvent }, sendTo('past', ({ event }) => event)],
        },
        'day.settled': { actions: { type: 'writeAddress', params: ({ event: { day } }) => ({ day }) } },
      },
      states: {
        loading: { tags: 'busy' },
        empty: { tags: 'empty' },
        /** The actor that reports locations failed, so it is unknown whether any receiver has one. */
        broken: { on: { 'past.changed': {} } },
        shown: {
          initial: 'choosing',
          on: {
            'places.changed': [
              { guard: { type: 'isNone', params: theEvent }, target: 'empty' },
              { actions: { type: 'keepPlaces', params: theEvent } },
            ],
          },
          states: {
            choosing: {
              tags: 'busy',
              invoke: {
                id: 'findWebgl',
                src: 'findWebgl',
                onDone: [{ guard: { type: 'hasWebgl', params: theEvent }, target: 'byWebgl' }, { target: 'bySvg' }],
                onError: 'bySvg',
              },
            },
            byWebgl: {
              initial: 'starting',
              on: { 'webgl.lost': 'bySvg.lost' },
              /** The SVG drawing stays visible until WebGL has drawn its first frame. */
              states: { starting: { on: { 'webgl.drawn': 'drawn' } }, drawn: {} },
            },
            /** Draws the receivers with SVG instead of WebGL. */
            bySvg: {
              initial: 'lacking',
              on: { 'webgl.retry': 'choosing' },
              states: { lacking: {}, lost: {} },
            },
          },
        },
      },
    },
    look: {
      initial: 'opening',
      on: {
        'frame.sized': { actions: { type: 'keepSize', params: theEvent } },
        'camera.moved': { guard: 'isDrawn', target: '.free.moving', actions: { type: 'move', params: theEvent } },
        'camera.panned': { guard: 'isDrawn', target: '.free.moving', actions: { type: 'move', params: theEvent } },
        'camera.zoomed': { guard: 'isDrawn', target: '.free.moving', actions: { type: 'move', params: theEvent } },
        'look.fit': { target: '.fitted', actions: { type: 'writeAddress', params: { camera: null } } },
        'receiver.chosen': [
          {
            guard: { type: 'isPlaced', params: theEvent },
            target: '.free.still',
            actions: [
              { type: 'setCamera', params: ({ context, event }) => chosen(context, event.rxId) },
              { type: 'writeAddress', params: ({ context: { camera }, event: { rxId } }) => ({ camera, receiver: rxId }) },
            ],
          },
          { actions: { type: 'writeAddress', params: ({ event }) => ({ receiver: event.rxId }) } },
        ],
        'group.pressed': [
          {
            guard: { type: 'comesApart', params: theEvent },
            target: '.free.still',
            actions: [
              { type: 'setCamera', params: ({ context, event }) => pressed(context, event.group) },
              { type: 'writeAddress', params: ({ context: { camera } }) => ({ camera }) },
            ],
          },
          {
            actions: {
              type: 'writeAddress',
              params: ({ context: at, event }) => ({ receiver: pressed(at, event.group).receiver }),
            },
          },
        ],
        'receiver.closed': { actions: { type: 'writeAddress', params: { receiver: null } } },
        'place.changed': [
          { guard: { type: 'asksForAll', params: theEvent }, target: '.fitted' },
          {
            guard: { type: 'asksElsewhere', params: theEvent },
            target: '.free.still',
            actions: { type: 'setCamera', params: ({ event }) => ({ camera: cameraIn(event.search) }) },
          },
          {
            guard: { type: 'asksForHidden', params: theEvent },
            target: '.free.still',
            actions: { type: 'setCamera', params: ({ context, event }) => over(context, event.search) },
          },
        ],
      },
      states: {
        /** Waits until the location of the receiver in the address is known. */
        opening: {
          always: [
            {
              guard: 'isAskedSomewhere',
              target: 'free',
              actions: { type: 'setCamera', params: ({ context }) => ({ camera: cameraIn(context.search) }) },
            },
            { guard: 'namesNoReceiver', target: 'fitted' },
          ],
          on: {
            'places.changed': [
              {
                guard: { type: 'isAmongPlaces', params: theEvent },
                target: 'free',
                actions: { type: 'setCamera', params: ({ context, event }) => searchedCamera({ ...context, ...event }) },
              },
              { target: 'fitted' },
            ],
          },
        },
        /** Shows all receivers, following changes of them and of the map's size. */
        fitted: {
          entry: { type: 'setCamera', params: { camera: null } },
          on: { 'look.held': { guard: 'isDrawn', target: 'free.held', actions: 'hold' } },
        },
        free: {
          initial: 'still',
          on: {
            'look.held': {
              guard: { type: 'isElsewhere', params: theEvent },
              target: '.moving',
              actions: { type: 'setCamera', params: theEvent },
            },
          },
          states: {
            still: {},
            /** Keeps the fitted camera while a location is edited, although no person chose it. */
            held: { on: { 'look.held': { actions: 'hold' }, 'look.released': '#map.look.fitted' } },
            /** A person is moving the map. */
            moving: {
              after: {
                settle: { target: 'still', actions: { type: 'writeAddress', params: ({ context: { camera } }) => ({ camera }) } },
              },
            },
          },
        },
      },
    },
    pulses: {
      initial: 'beating',
      states: {
        beating: {
          entry: 'countHeard',
          after: { beat: { target: 'beating', reenter: true } },
          on: { 'past.changed': { guard: { type: 'isPast', params: theEvent }, target: 'stilled' } },
        },
        /** Live contacts are not shown on a past day. */
        stilled: {
          entry: 'forgetHeard',
          on: { 'past.changed': [{ guard: { type: 'isPast', params: theEvent } }, { target: 'beating' }] },
        },
      },
    },
    locations: {
      initial: 'possible',
      states: {
        possible: {
          invoke: { id: 'locationEdit', src: 'locationEdit', input: ({ context }) => context, onError: 'broken' },
          on: { 'past.changed': { actions: sendTo('locationEdit', ({ event }) => event) } },
        },
        /** The map is shown, but locations cannot be edited until the page is reloaded. */
        broken: {},
      },
    },
    clock: {
      initial: 'running',
      states: { running: { entry: 'readClock', after: { relativeRefresh: { target: 'running', reenter: true } } } },
    },
  },
});

export type MapRef = ActorRefFrom<typeof mapMachine>;
