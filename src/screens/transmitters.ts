import { transmittersPageMachine } from '../machines/transmitters-page/transmitters-page-machine.ts';
import { registryModels } from '../model/journal/screen-models/registries.ts';
import { undetectedModel } from '../model/journal/screen-models/undetected.ts';
import { pastOfTransmitter } from '../model/detection/past-edits.ts';
import { transmitterColumns } from '../model/registry/transmitters/transmitter-columns.ts';
import type { TransmitterRow } from '../model/registry/transmitters/transmitter.ts';
import { tableAddress } from '../model/tables/table-address.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { pastHours, askingPast } from './registries/past-hours.ts';
import { registryList } from './registries/registry-list.ts';
import { undetectedList } from './registries/undetected-list.ts';
import { registryActor } from './registry-screen.ts';

/** The transmitters screen (REG-1, DET-23, DET-24). */
export default builtScreen({
  address: tableAddress(transmitterColumns),
  models: [registryModels.transmitter, undetectedModel],
  resources: [registryList('transmitter'), undetectedList],
  actor: (services) =>
    transmittersPageMachine.provide({
      actors: {
        registry: registryActor(
          services,
          'transmitter',
          ({ serialNumber }) => String(serialNumber),
          askingPast('pastOfTransmitters', ({ id, before, after }) =>
            pastOfTransmitter(id, before as TransmitterRow | undefined, after as TransmitterRow),
          ),
        ),
        past: pastHours(services),
      },
    }),
  view: later(() => import('../views/transmitters/transmitters-view.tsx')),
});
