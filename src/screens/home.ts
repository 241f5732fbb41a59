import { fromPromise } from 'xstate';
import { homeMachine } from '../machines/home/home-machine.ts';
import { homeAddress } from '../model/navigation/home-address.ts';
import { beaconRefreshMs } from '../model/entities/beacon.ts';
import { beaconsModel } from '../model/journal/screen-models/beacons.ts';
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
  resources: [
    {
      name: 'beacons',
      begins: 'line',
      refreshMs: beaconRefreshMs,
      async load({ http }, mitasId, signal) {
        // A group of many calls, which nothing else on the way to Home needs.
        const { transmitterCalls } = await import('../model/contract/transmitter-calls.ts');
        const summary = await http.call(transmitterCalls.getBeaconsSummary, { params: { mitasId } }, { signal });
        return { asOf: null, facts: [{ type: 'beacons.summaryLoaded', ...summary }] };
      },
    },
  ],
  view: later(() => import('../views/home/home-view.tsx')),
});
