import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  demoUsers,
  findAccount,
  findCredentials,
  listUsers,
  usersCalled,
} from '../../../../host/platform/store/accounts/users.ts';
import { addPerson, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

let host: TestHost;
let ann: number;
beforeAll(async () => {
  host = await startTestHost({ allowDemo: true });
  ann = await addPerson(host, 'ann');
  await host.database.db.updateTable('users').set({ demo: true }).where('id', '=', ann).execute();
});
afterAll(() => host.close());

test('only what judges a password reads its hash (HOST-8)', async () => {
  const { database } = host;
  const rows = [
    ...(await usersCalled(database, 'ann', null)),
    ...(await demoUsers(database)),
    ...(await listUsers(database)),
    await findAccount(database, ann),
  ];
  expect(rows.map((row) => row?.id)).toEqual([ann, ann, ann, ann]);
  expect(rows.flatMap((row) => Object.keys(row ?? {})).filter((column) => column === 'password_hash')).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain('argon2');
  const judged = await findCredentials(database, ann);
  expect(judged?.password_hash).toContain('argon2');
  expect(JSON.stringify(judged)).not.toContain(testPassword);
});
