import { expect, test } from 'vitest';
import { addressEdits } from '#model/receivers/address-edits.ts';
import { receiver } from '../../support/fleet-samples.ts';

const seen = receiver({ id: 1, alias: 'Crest', ipAddress: '10.0.0.7', portNumber: 20_001 });

test('of an address only what the person changed is sent, against what they saw (RX-4, RX-5)', () => {
  expect(addressEdits('demo', seen, '10.0.0.7', 20_001)).toEqual([]);
  expect(addressEdits('demo', seen, '10.0.0.7', 2_222).map(({ request }) => request)).toEqual([
    { params: { mitasId: 'demo', id: 1 }, body: { oldPort: 20_001, newPort: 2_222 } },
  ]);
  expect(addressEdits('demo', seen, '10.0.0.8', 2_222).map(({ call }) => call)).toEqual(['setReceiverIp', 'setReceiverPort']);
});
