import { describe, expect, test } from 'vitest';
import { copiedAddressText, sharedAddressText } from '#model/receivers/shared-address.ts';
import { receiver } from '../../support/fleet-samples.ts';

const crest = receiver({ id: 1, alias: 'Crest', ipAddress: '10.0.0.7', portNumber: 20_001 });
const gully = receiver({ id: 2, alias: 'Gully', ipAddress: '10.0.0.7', portNumber: 20_002 });
const bare = receiver({ id: 3, alias: 'Bare', ipAddress: '', portNumber: 20_001 });
const both = 'Two receivers at one address cannot both connect.';

describe('who gives a receiver the address of another is warned (RX-50)', () => {
  test.each([
    ['of another one', crest, null, `Same address as Crest. ${both}`],
    ['of its own', crest, 1, null],
    ['with another port', { ...crest, portNumber: 20_009 }, null, null],
    ['without an IP address', bare, null, null],
  ])('an address %s', (_, address, ownId, text) => {
    expect(sharedAddressText([crest, gully, bare], address, ownId)).toBe(text);
  });
  test.each([
    ['one', [crest], `Same address as Crest. ${both}`],
    ['several', [crest, gully], `Each copy keeps the address of its original. ${both}`],
    ['one without an address', [bare], null],
  ])('a copy of %s', (_, originals, text) => expect(copiedAddressText(originals)).toBe(text));
});
