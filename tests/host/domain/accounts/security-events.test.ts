import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mistake } from '../../../../host/platform/mistake.ts';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { rotationGraceMs } from '../../../../host/domain/accounts/sessions.ts';
import { watchOutsideChanges } from '../../../../host/domain/accounts/outside-changes.ts';
import { createLog } from '../../../../host/platform/log.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/**
 * What the log says to a reader looking for an intruder: who logged in, who failed, and who changed others'
 * rights.
 */

let host: TestHost;
const lines: string[] = [];
let stopWatching: () => Promise<void>;
beforeAll(async () => {
  host = await startTestHost();
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  stopWatching = watchOutsideChanges(host.database, host.bus, log, { everyMs: 50 });
});
afterAll(async () => {
  await stopWatching();
  await host.close();
});

type Line = { security: string; level: number } & Record<string, unknown>;
const eventsIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.includes('"security"'))
    .map((line) => JSON.parse(line) as Line);
const ask = async (...args: string[]) => {
  const asked = understand(args);
  if (asked.kind === 'help') throw new Error('That is no command');
  const context = { database: host.database, readPassword: () => Promise.resolve('a quiet river bend'), hostUrl: host.url };
  return asked.run(context);
};

test('what the admin command did is told once in the log of the running host, by whom and when, without secrets', async () => {
  await ask('systems', 'add', 'lab');
  await ask('users', 'add', 'ann', '--email', 'ann@lab.example');
  const { id } = await host.database.db.selectFrom('users').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow();
  await ask('roles', 'grant', 'ann', 'lab', 'viewer');
  await ask('roles', 'grant', 'ann', 'lab', 'owner');
  await ask('roles', 'revoke', 'ann', 'lab');
  const key = (await ask('keys', 'create', 'lab', 'laptop'))[1] ?? '';
  await ask('keys', 'revoke', '1');
  await ask('users', 'set-password', 'ann');
  await ask('users', 'disable', 'ann');
  await ask('users', 'enable', 'ann');
  await ask('users', 'set', 'ann', '--email', 'other@lab.example', '--superuser');
  await ask('users', 'set', 'ann', '--superuser');
  await ask('users', 'set', 'ann', '--no-superuser');
  await ask('users', 'add', 'ops', '--email', 'ops@lab.example', '--superuser');
  const ops = await host.database.db.selectFrom('users').select('id').where('username', '=', 'ops').executeTakeFirstOrThrow();
  const rotated = (await ask('signing-keys', 'rotate')).join(' ');

  await expect.poll(() => eventsIn(lines.join('')).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(17);
  const told = eventsIn(lines.join('')).map((line) => {
    expect(Math.abs(Date.parse(String(line['at'])) - Date.now())).toBeLessThan(60_000);
    return Object.fromEntries(Object.entries(line).filter(([name]) => !['level', 'time', 'msg', 'at'].includes(name)));
  });
  const by = 'admin command';
  expect(told).toEqual([
    { security: 'account.created', userId: id, by },
    { security: 'role.granted', userId: id, mitasId: 'lab', role: 4, by },
    { security: 'role.changed', userId: id, mitasId: 'lab', role: 1, by },
    { security: 'role.revoked', userId: id, mitasId: 'lab', role: 1, by },
    { security: 'receiverKey.created', mitasId: 'lab', name: 'laptop', by },
    { security: 'receiverKey.revoked', mitasId: 'lab', name: 'laptop', by },
    { security: 'account.passwordSet', userId: id, by },
    { security: 'account.disabled', userId: id, by },
    { security: 'account.enabled', userId: id, by },
    { security: 'account.changed', userId: id, by },
    { security: 'superuser.granted', userId: id, by },
    { security: 'account.changed', userId: id, by },
    { security: 'account.changed', userId: id, by },
    { security: 'superuser.revoked', userId: id, by },
    { security: 'account.created', userId: ops.id, by },
    { security: 'superuser.granted', userId: ops.id, by },
    { security: 'signingKey.rotated', kid: expect.stringMatching(/^[\w-]{36}$/), by },
  ]);
  expect(rotated).toContain(String(told.at(-1)?.['kid']));
  for (const secret of [key, 'quiet river']) expect(lines.join('')).not.toContain(secret);
  const unlogged = await host.database.db.selectFrom('security_notes').select('id').where('logged_at', 'is', null).execute();
  expect(unlogged).toEqual([]);
});

test('what was refused changes nothing and notes nothing', async () => {
  const before = await host.database.db.selectFrom('security_notes').select('id').execute();
  for (const args of [
    ['roles', 'revoke', 'ann', 'lab'],
    ['keys', 'revoke', '99'],
    ['users', 'set', 'ann'],
    ['users', 'set', 'ann', '--superuser', '--no-superuser'],
    ['users', 'set', 'ann', '--username', 'ann@lab.example'],
    ['users', 'disable', 'nobody'],
  ])
    await expect(ask(...args)).rejects.toBeInstanceOf(Mistake);
  expect(await host.database.db.selectFrom('security_notes').select('id').execute()).toEqual(before);
});

test('the host tells of logins and of their ends, of a stolen refresh token as a warning (ACC-23)', async () => {
  const userId = await addPerson(host, 'bob');
  await addSystem(host, 'own', [[userId, 1]]);
  const browser = host.browser();
  await browser.send('POST', '/api/public/login', { body: { username: 'bob', password: 'a wrong guess' } });
  const token = await browser.logIn('bob', testPassword);
  const sessionId = decodeJwt(token)['sid'];
  const stolen = browser.cookie('refresh') ?? '';
  await browser.send('GET', '/api/public/access-token');
  await host.database.pool.query(`update refresh_tokens set used_at = used_at - $1 * interval '1 ms'`, [rotationGraceMs + 1]);
  const thief = host.browser();
  thief.setCookie('refresh', stolen, '/api/public');
  expect((await thief.send('GET', '/api/public/access-token')).status).toBe(440);
  const own = eventsIn(host.logged()).map(({ security, level, userId: of, sessionId: session, reason }) => [
    security,
    level,
    of,
    session,
    reason,
  ]);
  expect(own).toEqual([
    ['login.failed', 40, userId, undefined, undefined],
    ['login.succeeded', 30, userId, undefined, undefined],
    ['session.refreshTokenReused', 40, userId, sessionId, undefined],
    ['session.ended', 30, userId, sessionId, 'reuse'],
  ]);
  for (const secret of [stolen, testPassword, 'wrong guess', token]) expect(host.logged()).not.toContain(secret);
});
