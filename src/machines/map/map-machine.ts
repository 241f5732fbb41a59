import { type ActorRefFrom, raise, sendTo } from 'xstate';
import { addressWith, cameraIn, chosen, lookAt, pressed, sought } from '../../model/map/map-look.ts';
import { mapSetup } from './map-setup.ts';

/**
 * The map (MAP-1): `receivers` is whether there is anything to show and by what means it is drawn, `base`
 * what lies under it, `pulses` what is being heard, `past` where receivers stood, `clock` how old what is said has become. `look` is where
 * it stands: fitted to all receivers, also when these or its size change, or free where somebody brought it.
 * What a person moved goes into the address once it has come to rest; what was chosen goes there at once.
 */
export const mapMachine = mapSetup.createMachine({
  id: 'map',
  type: 'parallel',
  context: ({ input: { mitasId, search } }) => ({ mitasId, base: null, now: 0, counts: null, heard: {}, ...lookAt(search) }),
  states: {
    receivers: {
      initial: 'loading',
      invoke: { id: 'locatedReceivers', src: 'locatedReceivers', onError: '.broken' },
      on: { 'then.changed': { actions: sendTo('locatedReceivers', ({ event }) => event) } },
      states: {
        loading: {
          tags: 'busy',
          on: {
            'places.changed': [
              { guard: { type: 'isNone', params: ({ event }) => event }, target: 'empty' },
              { target: 'shown', actions: { type: 'keepPlaces', params: ({ event }) => event } },
            ],
          },
        },
        empty: {
          tags: 'empty',
          on: {
            'places.changed': [
              { guard: { type: 'isNone', params: ({ event }) => event } },
              { target: 'shown', actions: { type: 'keepPlaces', params: ({ event }) => event } },
            ],
          },
        },
        /** Nobody says any more which receivers have a place: not that none has. */
        broken: { on: { 'then.changed': {} } },
        shown: {
          initial: 'choosing',
          on: {
            'places.changed': [
              { guard: { type: 'isNone', params: ({ event }) => event }, target: 'empty' },
              { actions: { type: 'keepPlaces', params: ({ event }) => event } },
            ],
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
      initial: 'opening',
      on: {
        'frame.sized': { actions: { type: 'keepSize', params: ({ event }) => event } },
        'camera.moved': { guard: 'isDrawn', target: '.free.moving', actions: { type: 'move', params: ({ event }) => event } },
        'camera.panned': { guard: 'isDrawn', target: '.free.moving', actions: { type: 'move', params: ({ event }) => event } },
        'camera.zoomed': { guard: 'isDrawn', target: '.free.moving', actions: { type: 'move', params: ({ event }) => event } },
        'look.fit': {
          target: '.fitted',
          actions: { type: 'writeAddress', params: ({ context }) => addressWith(context, { camera: null }) },
        },
        'receiver.chosen': [
          {
            guard: { type: 'isPlaced', params: ({ event }) => event },
            target: '.free.still',
            actions: [
              { type: 'stand', params: ({ context, event }) => chosen(context, event.rxId) },
              {
                type: 'writeAddress',
                params: ({ context, event }) => addressWith(context, { camera: context.camera, receiver: event.rxId }),
              },
            ],
          },
          { actions: { type: 'writeAddress', params: ({ context, event }) => addressWith(context, { receiver: event.rxId }) } },
        ],
        'group.pressed': [
          {
            guard: { type: 'comesApart', params: ({ event }) => event },
            target: '.free.still',
            actions: [
              { type: 'stand', params: ({ context, event }) => pressed(context, event.group) },
              { type: 'writeAddress', params: ({ context }) => addressWith(context, { camera: context.camera }) },
            ],
          },
          {
            actions: {
              type: 'writeAddress',
              params: ({ context, event }) => addressWith(context, { receiver: pressed(context, event.group).receiver }),
            },
          },
        ],
        'receiver.closed': {
          actions: { type: 'writeAddress', params: ({ context }) => addressWith(context, { receiver: null }) },
        },
        'place.changed': [
          {
            guard: { type: 'asksForAll', params: ({ event }) => event },
            target: '.fitted',
            actions: { type: 'noteAddress', params: ({ event }) => event },
          },
          {
            guard: { type: 'asksElsewhere', params: ({ event }) => event },
            target: '.free.still',
            actions: [
              { type: 'noteAddress', params: ({ event }) => event },
              { type: 'stand', params: ({ event }) => ({ camera: cameraIn(event.search) }) },
            ],
          },
          { actions: { type: 'noteAddress', params: ({ event }) => event } },
        ],
      },
      states: {
        /** Where the receiver that the address names stands is not known yet. */
        opening: {
          always: [
            {
              guard: 'isAskedSomewhere',
              target: 'free',
              actions: { type: 'stand', params: ({ context }) => ({ camera: cameraIn(context.search) }) },
            },
            { guard: 'isAskedForNobody', target: 'fitted' },
          ],
          on: {
            'places.changed': [
              {
                guard: { type: 'standsAmong', params: ({ event }) => event },
                target: 'free',
                actions: { type: 'stand', params: ({ context, event }) => sought({ ...context, ...event }) },
              },
              { target: 'fitted' },
            ],
          },
        },
        /** All receivers are in sight, whatever becomes of them and of the size. */
        fitted: { entry: { type: 'stand', params: { camera: null } } },
        free: {
          initial: 'still',
          states: {
            still: {},
            /** By a person, and not at rest yet. */
            moving: {
              after: {
                settle: {
                  target: 'still',
                  actions: { type: 'writeAddress', params: ({ context }) => addressWith(context, { camera: context.camera }) },
                },
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
          on: { 'then.changed': { guard: { type: 'isThen', params: ({ event }) => event }, target: 'stilled' } },
        },
        /** Of another day nothing is heard now. */
        stilled: {
          entry: 'forgetHeard',
          on: { 'then.changed': [{ guard: { type: 'isThen', params: ({ event }) => event } }, { target: 'beating' }] },
        },
      },
    },
    locations: {
      initial: 'possible',
      states: {
        possible: {
          invoke: { id: 'locationEdit', src: 'locationEdit', input: ({ context }) => context, onError: 'broken' },
          on: {
            'past.opened': { actions: sendTo('locationEdit', ({ event }) => event) },
            'past.closed': { actions: sendTo('locationEdit', ({ event }) => event) },
          },
        },
        /** The map stands, and no location is edited on it until the page is loaded anew. */
        broken: {},
      },
    },
    past: {
      initial: 'possible',
      states: {
        possible: {
          invoke: {
            id: 'past',
            src: 'past',
            input: ({ context }) => context,
            onError: {
              target: 'broken',
              actions: [raise({ type: 'then.changed', places: null }), raise({ type: 'past.closed' })],
            },
          },
          on: {
            'place.changed': { actions: sendTo('past', ({ event }) => event) },
            'day.settled': {
              actions: { type: 'writeAddress', params: ({ context, event }) => addressWith(context, { day: event.day }) },
            },
          },
        },
        /** The map shows now until the page is loaded anew. */
        broken: {},
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
