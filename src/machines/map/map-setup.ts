import { assign, setup } from 'xstate';
import { refreshMs } from '../../model/live/live-settings.ts';
import type { BaseMap } from '../../model/map/base-map.ts';
import type { MapCamera, MapSize } from '../../model/map/camera.ts';
import {
  asksElsewhere,
  cameraIn,
  isPlaced,
  type MapMove,
  moved,
  pressed,
  receiverIn,
  reckoned,
  sought,
} from '../../model/map/map-look.ts';
import { HeardCounts } from '../../model/map/heard-counts.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import type { MapPlace } from '../../model/map/pins.ts';
import { relativeRefreshMs } from '../../model/time/relative-time.ts';
import { contactWindowIn, hostNow } from '../contact-window/contact-window-machine.ts';
import { KeptAside } from '../contact-window/kept-aside.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { locatedReceivers } from './located-receivers.ts';
import { locationEditMachine } from './location-edit-machine.ts';
import type { MapContext } from './map-context.ts';
import type { MapEvent } from './map-events.ts';
import { mapPastMachine } from './map-past-machine.ts';

/**
 * A map that is let be for so long stays there. Browsers slow down those who write addresses more often.
 */
const settleMs = 300;

/** What the chart of the map names: its types, actors, guards, actions and delays. */
export const mapSetup = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as MapContext,
    events: {} as MapEvent,
    tags: {} as 'busy' | 'empty' | 'failed',
    children: {} as { locationEdit: 'locationEdit'; past: 'past'; locatedReceivers: 'locatedReceivers' },
  },
  actors: {
    /** Where locations are edited. */
    locationEdit: locationEditMachine,
    /** Where receivers stood at another day. */
    past: mapPastMachine,
    locatedReceivers,
    /** Resolves with the land and countries that the host serves. */
    loadBase: notProvided<BaseMap>(),
    /** Resolves with whether this browser can draw by WebGL. */
    findWebgl: notProvided<boolean>(),
  },
  guards: {
    isNone: (_, { places }: { places: readonly MapPlace[] }) => places.length === 0,
    isAskedSomewhere: ({ context }) => cameraIn(context.search) !== null,
    /** The address says another place than before, and it is not where the map itself went. */
    asksElsewhere: ({ context }, { search }: { search: string }) => asksElsewhere(context, search),
    asksForAll: ({ context }, { search }: { search: string }) => cameraIn(search) === null && asksElsewhere(context, search),
    isAskedForNobody: ({ context }) => receiverIn(context.search) === null,
    standsAmong: ({ context }, { places }: { places: readonly MapPlace[] }) => sought({ ...context, places }).camera !== null,
    isDrawn: ({ context }) => context.size !== null,
    isPlaced: ({ context }, { rxId }: { rxId: number }) => isPlaced(context, rxId),
    comesApart: ({ context }, { group }: { group: PinGroup | null }) => pressed(context, group).camera !== null,
    isThen: (_, { places }: { places: readonly MapPlace[] | null }) => places !== null,
    hasWebgl: (_, { output }: { output: boolean }) => output,
  },
  actions: {
    keepBase: assign((_, { output }: { output: BaseMap }) => ({ base: new KeptAside(output) })),
    keepPlaces: assign(({ context }, { places }: { places: readonly MapPlace[] }) => reckoned({ ...context, places })),
    keepSize: assign(({ context }, { size }: { size: MapSize }) => reckoned({ ...context, size })),
    move: assign(({ context }, move: MapMove) => moved(context, move)),
    stand: assign((_, { camera }: { camera: MapCamera | null }) => ({ camera })),
    noteAddress: assign((_, { search }: { search: string }) => ({ search })),
    /** Puts a search part into the address, in the place of the present one. */
    writeAddress: notProvidedAction<{ search: string }>(),
    countHeard: assign(({ context: { counts }, system }) => {
      const { contents, ...clock } = contactWindowIn(system).getSnapshot().context;
      const kept = counts ?? new KeptAside(new HeardCounts(contents.value));
      return { counts: kept, heard: kept.value.read(hostNow(clock)) };
    }),
    forgetHeard: assign({ heard: {} }),
    readClock: assign(({ system }) => ({ now: hostNow(contactWindowIn(system).getSnapshot().context) })),
  },
  delays: { relativeRefresh: relativeRefreshMs, settle: settleMs, beat: refreshMs },
});
