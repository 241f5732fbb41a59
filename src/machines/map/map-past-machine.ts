import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import type { PastPlace } from '../../model/contract/system-locations-call.ts';
import { dayOf } from '../../model/map/days.ts';
import { dayIn } from '../../model/map/map-look.ts';
import { firstDay, placesThen, placesOnDay } from '../../model/map/past-places.ts';
import { contactWindowIn, hostNow } from '../contact-window/contact-window-machine.ts';
import { ByReference } from '../contact-window/by-reference.ts';
import { timesIn } from '../journal/times-in.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { MapPastContext, MapPastEvent, MapPastReport } from './map-past-events.ts';

/** How long a day must stay chosen before it is written to the address: browsers throttle frequent writes. */
const settleMs = 300;

type System = Parameters<typeof timesIn>[0];

/**
 * Shows the receivers' locations on a past day (MAP-11); closed while the map shows the present. Reports the
 * locations to the map, whose pins, list and editing follow.
 */
export const mapPastMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: MapPastContext;
    events: MapPastEvent;
    tags: 'busy' | 'failed';
  },
  actors: {
    /** Resolves with the history of all receivers' locations. */
    loadPlaces: notProvided<readonly PastPlace[], { mitasId: string }>(),
  },
  guards: {
    isDayAsked: ({ context }) => context.day !== null,
    namesAnother: ({ context }, { search }: { search: string }) => dayIn(search) !== context.asked,
  },
  actions: {
    noteAddress: assign((_, { search }: { search: string }) => ({ asked: dayIn(search), day: dayIn(search) })),
    noteDay: assign((_, { day }: { day: string | null }) => ({ day })),
    keepHistory: assign((_, { output }: { output: readonly PastPlace[] }) => ({ history: new ByReference(output) })),
    forgetHistory: assign({ history: null }),
    compute: assign(({ context, system }) => computed(context, system)),
    /** Until the history is loaded, `places` is null and the map does not change. */
    reportOpen: sendParent(({ context: { history, pastPlaces } }): MapPastReport => ({
      type: 'past.changed',
      isOpen: true,
      places: history === null || pastPlaces === null ? null : placesThen(pastPlaces),
    })),
    reportClosed: sendParent({ type: 'past.changed', isOpen: false, places: null } satisfies MapPastReport),
    reportDay: sendParent(({ context: { day } }): MapPastReport => ({ type: 'day.settled', day })),
  },
  delays: { settle: settleMs },
}).createMachine({
  id: 'mapPast',
  context: ({ input: { mitasId, search } }) => ({
    mitasId,
    asked: dayIn(search),
    day: dayIn(search),
    history: null,
    first: '',
    today: '',
    pastPlaces: null,
  }),
  initial: 'closed',
  states: {
    closed: {
      always: { guard: 'isDayAsked', target: 'open' },
      on: {
        'past.open': { target: 'open', actions: { type: 'noteDay', params: { day: null } } },
        'place.changed': { actions: { type: 'noteAddress', params: theEvent } },
      },
    },
    open: {
      entry: ['compute', 'reportOpen'],
      exit: ['forgetHistory', 'reportClosed'],
      initial: 'loading',
      on: {
        'past.close': { target: 'closed', actions: [{ type: 'noteDay', params: { day: null } }, 'compute', 'reportDay'] },
        'place.changed': {
          guard: { type: 'namesAnother', params: theEvent },
          actions: [{ type: 'noteAddress', params: theEvent }, 'compute'],
        },
      },
      states: {
        loading: {
          tags: 'busy',
          invoke: {
            id: 'loadPlaces',
            src: 'loadPlaces',
            input: ({ context: { mitasId } }) => ({ mitasId }),
            onDone: {
              target: 'shown',
              actions: [{ type: 'keepHistory', params: theEvent }, 'compute', 'reportOpen'],
            },
            onError: 'failed',
          },
        },
        failed: { tags: 'failed', on: { 'past.retry': 'loading' } },
        shown: {
          initial: 'still',
          on: {
            'place.changed': {
              guard: { type: 'namesAnother', params: theEvent },
              actions: [{ type: 'noteAddress', params: theEvent }, 'compute', 'reportOpen'],
            },
            'day.chosen': {
              target: '.choosing',
              actions: [{ type: 'noteDay', params: theEvent }, 'compute', 'reportOpen'],
            },
          },
          states: {
            still: {},
            /** The person moves along the slider's days. */
            choosing: { after: { settle: { target: 'still', actions: 'reportDay' } } },
          },
        },
      },
    },
  },
});

export type MapPastRef = ActorRefFrom<typeof mapPastMachine>;

function todayIn(system: System): string {
  return dayOf(hostNow(contactWindowIn(system).getSnapshot().context), timesIn(system));
}

function computed({ history, day: wanted }: MapPastContext, system: System): Partial<MapPastContext> {
  const [today, times] = [todayIn(system), timesIn(system)];
  const day = wanted !== null && wanted < today ? wanted : null;
  return {
    today,
    day,
    first: firstDay(history?.value ?? [], times) ?? today,
    pastPlaces: day === null ? null : placesOnDay(history?.value ?? [], day, times),
  };
}
