import { fromPromise } from 'xstate';
import { homeMachine } from '../machines/home/home-machine.ts';
import { homeAddress } from '../model/navigation/home-address.ts';
import { layersModel } from '../model/journal/screen-models/layers.ts';
import { beaconsModel } from '../model/journal/screen-models/beacons.ts';
import { beaconSummary } from './registries/beacon-summary.ts';
import { builtScreen, type ScreenResource } from './built-screen.ts';
import { later } from '../views/controls/later.tsx';

/** The layers of Home's map (LAY-15); the code that loads them is loaded after the rest of Home. */
const layers: ScreenResource = {
  name: 'layers',
  begins: 'now',
  load: async (...asked) => (await import('./map/layers-resource.ts')).layersResource.load(...asked),
};

/** The Home screen (NAV-16). */
export default builtScreen({
  address: homeAddress,
  actor: (services) =>
    homeMachine.provide({
      actors: {
        loadMap: fromPromise(async () => (await import('./home/home-map.ts')).homeMap(services)),
      },
    }),
  models: [beaconsModel, layersModel],
  resources: [beaconSummary, layers],
  view: later(() => import('../views/home/home-view.tsx')),
});
