import { fromPromise } from 'xstate';
import { homeMachine } from '../machines/home/home-machine.ts';
import { homeAddress } from '../model/navigation/home-address.ts';
import { beaconsModel } from '../model/journal/screen-models/beacons.ts';
import { beaconSummary } from './registries/beacon-summary.ts';
import { builtScreen } from './built-screen.ts';
import { later } from '../views/controls/later.tsx';

/** NAV-16. */
export default builtScreen({
  address: homeAddress,
  actor: (services) =>
    homeMachine.provide({
      actors: {
        loadMap: fromPromise(async () => (await import('./home/home-map.ts')).homeMap(services)),
      },
    }),
  models: [beaconsModel],
  resources: [beaconSummary],
  view: later(() => import('../views/home/home-view.tsx')),
});
