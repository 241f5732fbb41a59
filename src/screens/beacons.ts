import { beaconsPageMachine, type BeaconAsked } from '../machines/beacons-page/beacons-page-machine.ts';
import { lineUpdatesOf } from '../machines/question/line-updates.ts';
import { question } from '../machines/question/question.ts';
import { beaconsAddress } from '../model/beacons/beacons-address.ts';
import { transmitterCalls } from '../model/contract/transmitter-calls.ts';
import { beaconsModel } from '../model/journal/screen-models/beacons.ts';
import { registryModels } from '../model/journal/screen-models/registries.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { contactExplorer } from './explorer/contact-explorer.ts';
import { beaconSummary } from './registries/beacon-summary.ts';
import { registryList } from './registries/registry-list.ts';

/** The beacons screen (REG-26). */
export default builtScreen({
  address: beaconsAddress,
  models: [beaconsModel, registryModels.transmitter],
  resources: [beaconSummary, registryList('transmitter')],
  actor: (services) =>
    beaconsPageMachine.provide({
      actors: {
        explorer: contactExplorer(services),
        detections: question<BeaconAsked>(
          ({ input: { mitasId, id }, signal }) =>
            services.http.call(transmitterCalls.listDetections, { params: { mitasId, id } }, { signal }),
          lineUpdatesOf('beacons'),
        ),
      },
    }),
  view: later(() => import('../views/beacons/beacons-view.tsx')),
});
