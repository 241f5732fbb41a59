import { expect, test } from 'vitest';
import { createDeviceCookies, deviceMs } from '../../../../host/domain/accounts/device-cookies.ts';
import type { SigningKey, SigningKeys } from '../../../../host/domain/accounts/signing-keys.ts';

const key: SigningKey = {
  kid: 'k1',
  purpose: 'device',
  secret: new Uint8Array(32).fill(1),
  refreshChain: new Uint8Array(32),
};
const keysOf = (...known: SigningKey[]): SigningKeys => ({
  current: () => Promise.resolve(known[0]!),
  find: (purpose, kid) => Promise.resolve(known.find((one) => one.kid === kid && one.purpose === purpose) ?? null),
  all: () => Promise.resolve(known),
});

test('a device is known at its own accounts, by the same name from login to login', async () => {
  const devices = createDeviceCookies(keysOf(key));
  const first = await devices.remember(undefined, 1);
  const both = await devices.remember(first.cookie, 2);
  const again = await devices.remember(both.cookie, 1);
  const names = await Promise.all([first, both, again].map(({ cookie }) => devices.deviceOf(cookie, 1)));
  expect(names[0]).toMatch(/^[\w-]{43}$/);
  expect(new Set(names).size).toBe(1);
  expect(await devices.deviceOf(first.cookie, 2)).toBeNull();
  expect(await devices.deviceOf(both.cookie, 2)).not.toBe(names[0]);
  expect(await devices.deviceOf(undefined, 1)).toBeNull();
  expect(await devices.deviceOf('no.such.cookie', 1)).toBeNull();
});

test('each account is forgotten 180 days after its last login there (ACC-12)', async () => {
  let now = 1_000_000_000_000;
  const devices = createDeviceCookies(keysOf(key), () => now);
  const early = await devices.remember(undefined, 1);
  now += deviceMs / 2;
  const { cookie, expires } = await devices.remember(early.cookie, 2);
  expect(expires.getTime()).toBe(now + deviceMs);
  now += deviceMs / 2 - 1;
  expect(await devices.deviceOf(cookie, 1)).not.toBeNull();
  now += 2;
  expect(await devices.deviceOf(cookie, 1)).toBeNull();
  expect(await devices.deviceOf(cookie, 2)).not.toBeNull();
  expect(await devices.deviceOf(early.cookie, 1)).toBeNull();
});

test('the latest eight people of a browser are known, in a cookie of bounded size', async () => {
  const devices = createDeviceCookies(keysOf(key));
  let cookie: string | undefined;
  for (let id = 2_000_000_001; id <= 2_000_000_009; id++) ({ cookie } = await devices.remember(cookie, id));
  expect(await devices.deviceOf(cookie, 2_000_000_001)).toBeNull();
  for (let id = 2_000_000_002; id <= 2_000_000_009; id++) expect(await devices.deviceOf(cookie, id)).not.toBeNull();
  expect(cookie?.length).toBeLessThan(2_000);
});

test('what another key signed, or a key for another purpose, makes nobody known', async () => {
  const other: SigningKey = { ...key, secret: new Uint8Array(32).fill(2) };
  const { cookie } = await createDeviceCookies(keysOf(other)).remember(undefined, 1);
  const devices = createDeviceCookies(keysOf(key));
  expect(await devices.deviceOf(cookie, 1)).toBeNull();
  const unknown = await createDeviceCookies(keysOf({ ...key, kid: 'k2' })).remember(undefined, 1);
  expect(await devices.deviceOf(unknown.cookie, 1)).toBeNull();
  const token = await createDeviceCookies(keysOf({ ...key, purpose: 'token' })).remember(undefined, 1);
  expect(await createDeviceCookies(keysOf({ ...key, purpose: 'token' })).deviceOf(token.cookie, 1)).toBeNull();
});
