import { beaconRefreshMs } from '../../model/entities/beacon.ts';
import type { ScreenResource } from '../built-screen.ts';

/** Where beacons were heard; no message reports when one falls silent (REG-15). */
export const beaconSummary: ScreenResource = {
  name: 'beacons',
  begins: 'line',
  refreshMs: beaconRefreshMs,
  async load({ http }, mitasId, signal) {
    // Load this large group of calls only here, because nothing else needs it before Home is shown.
    const { transmitterCalls } = await import('../../model/contract/transmitter-calls.ts');
    const summary = await http.call(transmitterCalls.getBeaconsSummary, { params: { mitasId } }, { signal });
    return { asOf: null, facts: [{ type: 'beacons.summaryLoaded', ...summary }] };
  },
};
