import { afterAll, beforeAll, expect, test } from 'vitest';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { sweepAccounts } from '../../../../host/domain/accounts/housekeeping.ts';
import { noticeMs, retiringMs } from '../../../../host/domain/accounts/signing-keys.ts';
import { startTestHost, type TestHost } from '../../../support/test-host.ts';

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost();
});
afterAll(() => host.close());

const ask = async (...args: string[]): Promise<string> => {
  const asked = understand(args);
  if (asked.kind === 'help') throw new Error('That is no command');
  const context = { database: host.database, readPassword: () => Promise.resolve(''), hostUrl: host.url };
  return (await asked.run(context)).join('\n');
};
/** Ages the keys as if `ms` had passed since the last rotation. */
const goOn = (ms: number) =>
  host.database.pool.query(
    `update signing_keys set created_at = created_at - $1 * interval '1 ms', superseded_at = superseded_at - $1 * interval '1 ms'`,
    [ms],
  );
/** Returns the listed state of each key that signs logins, oldest first. */
const states = async () =>
  [...(await ask('signing-keys', 'list')).matchAll(/ logins .* (signs|verifies|retired)\b/g)].map(([, state]) => state);

test('a key signs until hosts know its successor, verifies until its tokens have ended, and is retired from then on', async () => {
  expect(await states()).toEqual(['signs']);
  await ask('signing-keys', 'rotate');
  expect(await states()).toEqual(['signs', 'signs']);
  await goOn(noticeMs + 1_000);
  expect(await states()).toEqual(['verifies', 'signs']);
  await goOn(retiringMs - 60_000);
  expect(await states()).toEqual(['verifies', 'signs']);
  await goOn(60_000);
  expect(await states()).toEqual(['retired', 'signs']);
  await sweepAccounts(host.database);
  expect(await states()).toEqual(['retired', 'signs']);
});
