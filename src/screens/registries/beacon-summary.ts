import { beaconRefreshMs } from '../../model/entities/beacon.ts';
import type { ScreenResource } from '../built-screen.ts';

/** Where beacons were heard; nothing reports when one falls silent (REG-15). */
export const beaconSummary: ScreenResource = {
  name: 'beacons',
  begins: 'line',
  refreshMs: beaconRefreshMs,
  async load({ http }, mitasId, signal) {
    // A group of many calls, which nothing else on the way to Home needs.
    const { transmitterCalls } = await import('../../model/contract/transmitter-calls.ts');
    const summary = await http.call(transmitterCalls.getBeaconsSummary, { params: { mitasId } }, { signal });
    return { asOf: null, facts: [{ type: 'beacons.summaryLoaded', ...summary }] };
  },
};
