import { transmitterCalls } from '../../model/contract/transmitter-calls.ts';
import type { ScreenResource } from '../built-screen.ts';

/** The transmitters that are heard but not detected (DET-24); no message reports a new one. */
export const undetectedList: ScreenResource = {
  name: 'undetected',
  begins: 'line',
  refreshMs: 300_000,
  async load({ http }, mitasId, signal) {
    const { undetected } = await http.call(transmitterCalls.listUndetected, { params: { mitasId } }, { signal });
    return { asOf: null, facts: [{ type: 'undetected.loaded', undetected }] };
  },
};
