import { transmitterCalls } from '../model/contract/transmitter-calls.ts';
import type { TransmitterFields } from '../model/entities/transmitter.ts';
import { transmitterColumns } from '../model/registry/transmitter-columns.ts';
import { transmittersModel } from '../model/journal/screen-models/transmitters.ts';
import { later } from '../views/controls/later.tsx';
import { registryLists } from './registries/registry-lists.ts';
import { registryScreen } from './registry-screen.ts';

/** REG-1. */
export default registryScreen({
  entity: 'transmitter',
  model: transmittersModel,
  columns: transmitterColumns,
  list: registryLists.transmitters,
  create: (http, { mitasId, values }, under) => {
    const body = { txData: values as TransmitterFields };
    return http.call(transmitterCalls.createTransmitter, { params: { mitasId }, body }, under);
  },
  update: (http, { mitasId, id, seen, values }, under) => {
    const body = { txData: values as TransmitterFields, ...(seen === null ? {} : { asOf: seen }) };
    return http.call(transmitterCalls.updateTransmitter, { params: { mitasId, id }, body }, under);
  },
  remove: (http, mitasId, ids, under) =>
    http.call(transmitterCalls.deleteTransmitters, { params: { mitasId }, query: { ids } }, under),
  nameOf: ({ serialNumber }) => String(serialNumber),
  view: later(() => import('../views/transmitters/transmitters-view.tsx')),
});
