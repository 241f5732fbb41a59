import { expect, test } from 'vitest';
import { addressKey } from '../../../../host/domain/accounts/address-key.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:50001', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:1:2:3:4', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::1]:50001', '2001:db8:0:1::/64'],
  ['[2001:db8:0:1::1]', '2001:db8:0:1::/64'],
  ['2001:db8::5:6:7:8', '2001:db8:0:0::/64'],
  ['2001:db8:1::6:7:8:9', '2001:db8:1:0::/64'],
  ['2001:db8:0:1:1:1:192.0.2.1', '2001:db8:0:1::/64'],
  ['1::2:3:4:5:192.0.2.1', '1:0:2:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  // Text that is no address is used as it is, but cut: a forwarded header may have any length.
  ['unknown', 'unknown'],
  ['', ''],
  ['x'.repeat(64), 'x'.repeat(64)],
  [`${'x'.repeat(64)}y`, 'x'.repeat(64)],
])('%s is counted as %s (ACC-11)', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
