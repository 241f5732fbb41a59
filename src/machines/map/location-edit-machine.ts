import { type ActorRefFrom, assign, sendTo, setup, type SnapshotFrom, stateIn } from 'xstate';
import type { AsOf } from '../../model/changes/change.ts';
import { placeReceiver } from '../../model/journal/place-edit.ts';
import { toFailure } from '../../model/contract/failure.ts';
import type { Receiver, NamedReceiver } from '../../model/entities/receiver.ts';
import { coordinatesIn, roundedPlace } from '../../model/map/coordinates-in.ts';
import type { GeoPoint } from '../../model/geo/mercator.ts';
import type { Result } from '../../model/result.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { shown } from '../journal/journal-selectors.ts';
import { operationsIn } from '../operations/operations-id.ts';
import type { PlaceChange, PlaceInput } from '../receivers/receivers-events.ts';
import { notPlacedNotice, placedNotice } from '../receivers/receivers-notices.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { FoundPosition, LocationEditContext, LocationEditEvent } from './location-edit-events.ts';

/** How long (ms) a finger must rest on a pin to drag the pin instead of the map. */
const holdMs = 400;

const nothing = {
  located: null,
  place: null,
  isPlaced: false,
  reason: 'corrected',
  isShownAtOnce: false,
  accuracy: null,
  trouble: null,
} as const;

/**
 * Edits locations (MAP-8): in the dialog, by dragging the pin, with keys, by pressing the map, with pasted
 * coordinates, or with this device's position. It asks once whether the receiver was moved or its location
 * was wrong; a first location is a correction (RX-39). Changes on the map are edits of the session's
 * operations, which show them at once and revert them if the host refuses. Changes in the dialog wait here
 * for the host.
 */
export const locationEditMachine = setup({
  types: {} as {
    input: { mitasId: string };
    context: LocationEditContext;
    events: LocationEditEvent;
    tags: 'busy' | 'typing' | 'drawn';
  },
  actors: {
    /** Resolves with the change made; null if the receiver already was there. */
    placeReceiver: notProvided<AsOf | null, PlaceInput>(),
    /** Resolves with this device's position, or the reason why it is unknown. */
    findPosition: notProvided<Result<FoundPosition>>(),
  },
  actions: {
    forget: assign(nothing),
    noteReceiver: assign((_, { receiver }: { receiver: NamedReceiver }) => ({ located: receiver })),
    /** Stores a location chosen on the map. */
    notePlace: assign((_, { place }: { place: GeoPoint }) => ({
      place: roundedPlace(place),
      isShownAtOnce: true,
      accuracy: null,
    })),
    noteCoordinates: assign((_, { text }: { text: string }) => {
      const read = coordinatesIn(text);
      return { place: read.ok ? read.value : null, isShownAtOnce: false, accuracy: null };
    }),
    noteUnread: assign((_, { text }: { text: string }) => ({ trouble: reasonOf(coordinatesIn(text)) })),
    notePosition: assign((_, { output }: { output: Result<FoundPosition> }) =>
      output.ok
        ? { place: roundedPlace(output.value), isShownAtOnce: false, accuracy: Math.ceil(output.value.accuracy) }
        : { trouble: output.reason },
    ),
    noteNoPosition: assign({ trouble: "Could not find this device's location" }),
    /** Uses the newest known location, because another person may have set one since. */
    noteIsPlaced: assign(({ context: { located }, system }) => ({
      isPlaced: located !== null && hasPlace(shown(journalIn(system).getSnapshot()).fleet.receivers[located.rxId]),
    })),
    forgetTrouble: assign({ trouble: null }),
    noteReason: assign((_, { reason }: { reason: PlaceChange['reason'] }) => ({ reason })),
    noteChange: assign((_, { place, reason }: PlaceChange) => ({ place, reason })),
    placeAtOnce: sendTo(
      ({ system }) => operationsIn(system),
      ({ context: { mitasId, located, place, reason } }) => {
        const { rxId, alias } = located as NamedReceiver;
        return { type: 'operations.edit', edit: placeReceiver(mitasId, { id: rxId, alias }, place as GeoPoint, reason) };
      },
    ),
    notifyPlaced: notify(({ located }: LocationEditContext, _, { output }: { output: AsOf | null }) =>
      placedNotice(located, output),
    ),
    notifyNotPlaced: notify(({ located }: LocationEditContext, _, { error }: { error: unknown }) =>
      notPlacedNotice(located, toFailure(error)),
    ),
  },
  guards: {
    isPlaced: ({ context }) => context.isPlaced,
    isShownAtOnce: ({ context }) => context.isShownAtOnce,
    isPast: (_, { isOpen }: { isOpen: boolean }) => isOpen,
    hasPlace: ({ context }) => context.place !== null,
    areCoordinates: (_, { text }: { text: string }) => coordinatesIn(text).ok,
    isBehind: stateIn({ open: { placing: 'behind' } }),
    isFound: (_, { output }: { output: Result<FoundPosition> }) => output.ok,
  },
  delays: { hold: holdMs },
}).createMachine({
  id: 'locationEdit',
  context: ({ input: { mitasId } }) => ({ mitasId, ...nothing }),
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: {
        'locations.open': 'open',
        'past.changed': { guard: { type: 'isPast', params: theEvent }, target: 'withheld' },
      },
    },
    /** Past locations cannot be edited (MAP-11). */
    withheld: {
      entry: 'forget',
      on: { 'past.changed': [{ guard: { type: 'isPast', params: theEvent } }, { target: 'closed' }] },
    },
    open: {
      initial: 'choosing',
      on: {
        'locations.close': 'closed',
        'past.changed': { guard: { type: 'isPast', params: theEvent }, target: 'withheld' },
      },
      states: {
        choosing: {
          entry: 'forget',
          on: {
            'location.edit': { target: 'typing', actions: { type: 'noteReceiver', params: theEvent } },
            'location.pick': { target: 'picking', actions: { type: 'noteReceiver', params: theEvent } },
            'pin.held': { target: 'holding', actions: { type: 'noteReceiver', params: theEvent } },
            'pin.taken': { target: 'dragging', actions: { type: 'noteReceiver', params: theEvent } },
          },
        },
        /** Editing in the dialog. */
        typing: {
          tags: 'typing',
          on: {
            'receiver.place': { target: 'placing.inDialog', actions: { type: 'noteChange', params: theEvent } },
            'location.cancel': 'choosing',
          },
        },
        /** A finger touches the pin. */
        holding: { after: { hold: 'dragging' }, on: { 'pin.released': 'choosing' } },
        dragging: {
          tags: 'drawn',
          on: {
            'pin.moved': { actions: { type: 'notePlace', params: theEvent } },
            'pin.dropped': [{ guard: 'hasPlace', target: 'decided' }, { target: 'choosing' }],
            'location.cancel': 'choosing',
          },
        },
        picking: {
          tags: 'drawn',
          exit: 'forgetTrouble',
          on: {
            'ground.pressed': { target: 'decided', actions: { type: 'notePlace', params: theEvent } },
            'pin.taken': 'dragging',
            'pin.nudged': { actions: { type: 'notePlace', params: theEvent } },
            'pin.set': { guard: 'hasPlace', target: 'decided' },
            'coordinates.given': [
              {
                guard: { type: 'areCoordinates', params: theEvent },
                target: 'decided',
                actions: { type: 'noteCoordinates', params: theEvent },
              },
              { actions: { type: 'noteUnread', params: theEvent } },
            ],
            'position.ask': 'locating',
            'location.cancel': 'choosing',
          },
        },
        locating: {
          tags: 'drawn',
          invoke: {
            id: 'findPosition',
            src: 'findPosition',
            onDone: [
              {
                guard: { type: 'isFound', params: theEvent },
                target: 'found',
                actions: { type: 'notePosition', params: theEvent },
              },
              { target: 'picking', actions: { type: 'notePosition', params: theEvent } },
            ],
            onError: { target: 'picking', actions: 'noteNoPosition' },
          },
          on: { 'location.cancel': 'picking' },
        },
        decided: { entry: 'noteIsPlaced', always: [{ guard: 'isPlaced', target: 'asking' }, { target: 'known' }] },
        /**
         * Shows the accuracy before the location is set: with the question for the reason, or beside the map.
         */
        found: { entry: 'noteIsPlaced', always: [{ guard: 'isPlaced', target: 'asking' }, { target: 'picking' }] },
        /** Asks whether the receiver was moved or its location was wrong. */
        asking: {
          tags: 'drawn',
          on: {
            'reason.chosen': { target: 'known', actions: { type: 'noteReason', params: theEvent } },
            'location.cancel': 'choosing',
          },
        },
        known: { always: [{ guard: 'isShownAtOnce', target: 'choosing', actions: 'placeAtOnce' }, { target: 'placing' }] },
        /** Waits for the host; nothing is shown on the map before its answer. */
        placing: {
          tags: 'busy',
          initial: 'beside',
          states: {
            beside: {},
            inDialog: { tags: 'typing' },
            /**
             * The drawer is closed. If it is opened again, it still waits for the host, because two
             * simultaneous edits would have no order.
             */
            behind: { on: { 'locations.open': 'beside' } },
          },
          on: { 'locations.close': '.behind' },
          invoke: {
            id: 'placeReceiver',
            src: 'placeReceiver',
            input: ({ context: { mitasId, located, place, reason } }) => ({ mitasId, located, place, reason }),
            onDone: [
              {
                guard: 'isBehind',
                target: '#locationEdit.closed',
                actions: { type: 'notifyPlaced', params: theEvent },
              },
              { target: 'choosing', actions: { type: 'notifyPlaced', params: theEvent } },
            ],
            onError: [
              {
                guard: 'isBehind',
                target: '#locationEdit.closed',
                actions: { type: 'notifyNotPlaced', params: theEvent },
              },
              { target: 'choosing', actions: { type: 'notifyNotPlaced', params: theEvent } },
            ],
          },
        },
      },
    },
  },
});

export type LocationEditRef = ActorRefFrom<typeof locationEditMachine>;

/** Returns true while the drawer is open. */
export function selectIsOpen(snapshot: SnapshotFrom<typeof locationEditMachine> | undefined): boolean {
  return snapshot?.matches('open') === true && !snapshot.matches({ open: { placing: 'behind' } });
}

/** Returns true if both coordinates are set, as the map needs. */
function hasPlace(rx: Pick<Receiver, 'latitude' | 'longitude'> | undefined): boolean {
  return rx !== undefined && rx.latitude !== null && rx.longitude !== null;
}

function reasonOf(read: Result<GeoPoint>): string | null {
  return read.ok ? null : read.reason;
}
