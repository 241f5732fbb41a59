import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { hubStage, pageOrigin, type HubStage } from '../../../support/live-stage.ts';
import { bearer } from '../../../support/peer-stage.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

/**
 * The contract refuses with 400, on every path, what PostgreSQL cannot store (NUL, half a surrogate pair,
 * numbers and times out of range). In the database it would be an internal error or, worse, be stored as
 * something else.
 */

const nul = '\0';
const half = '\ud83d';

let host: TestHost;
let stage: HubStage;
let browser: TestBrowser;
let token: string;

beforeAll(async () => {
  host = await startTestHost();
  const ann = await addPerson(host, 'ann', { superuser: true });
  await addSystem(host, 'own', [[ann, 1]]);
  browser = host.browser();
  token = await browser.logIn('ann', testPassword);
  stage = await hubStage({ insert: async () => [], newest: async () => [] });
  stage.authority.grant(token);
  stage.authority.membership = (userId, mitasId) => host.accounts.authority.membership(userId, mitasId);
});
afterAll(async () => {
  await stage.close();
  await host.close();
});

const account = { firstName: 'Ann', lastName: 'Bell', username: 'ann', email: 'ann@example.org' };
const ms = Date.UTC(2026, 10, 20);

describe.each([
  ['NUL', nul],
  ['half a surrogate pair', half],
])('%s', (_, odd) => {
  const odds: [string, string, Record<string, unknown>, string][] = [
    ['POST', '/api/public/login', { username: `an${odd}n`, password: 'secret' }, 'username'],
    ['POST', '/api/public/login', { username: 'ann', password: `sec${odd}ret` }, 'password'],
    ['PATCH', '/api/app/client/account', { ...account, firstName: `A${odd}` }, 'firstName'],
    ['PATCH', '/api/app/client/account', { ...account, lastName: `B${odd}` }, 'lastName'],
    ['PATCH', '/api/app/client/account', { ...account, username: `ann${odd}` }, 'username'],
    ['PATCH', '/api/app/client/account', { ...account, email: `a${odd}n@example.org` }, 'email'],
    ['PATCH', '/api/app/client/host', { mitasId: `own${odd}` }, 'mitasId'],
    ['PATCH', '/api/app/client/last-seen', { lastSeenAlarmId: 1, mitasId: `own${odd}` }, 'mitasId'],
    ['PATCH', '/api/app/client/timezone', { timezone: `UTC${odd}`, autoTimezone: false }, 'timezone'],
  ];
  test.each(odds)('in %s %s %j is a bad request', async (method, url, body, field) => {
    const answer = await browser.send(method, url, { token, body });
    expect([answer.status, answer.json]).toEqual([400, expectedError(field)]);
  });
});

const expectedError = (field: string) => ({
  error: { code: 400, type: 'InvalidRequest', field, message: expect.stringContaining(field) },
});

describe('a system that no system can be (SYS-3, CALL-20)', () => {
  test.each(['own%00', '%00', 'a%2Fb', '%C3%A9', 'own%20', "own'--", '..%2f', 'x'.repeat(65)])(
    '%s in a path is a bad request',
    async (name) => {
      const answer = await browser.send('GET', `/api/mitashost/${name}/config`, { token });
      expect([answer.status, answer.json]).toEqual([400, expectedError('mitasId')]);
    },
  );
  test('is told to those only who are logged in', async () => {
    expect((await host.browser().send('GET', '/api/mitashost/own%00/config')).status).toBe(401);
  });
  test.each(['own%00', '%00', 'a%2Fb', '%C3%A9', 'own%20'])('%s in the path of the socket is a bad request', async (name) => {
    const socket = new WebSocket(`ws://127.0.0.1:${stage.hub.port}/socket/${name}`, bearer(token), { origin: pageOrigin });
    const outcome = await new Promise<string>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(`http ${response.statusCode}`));
      socket.on('close', (code) => resolve(`closed ${code}`));
      socket.on('error', () => undefined);
    });
    socket.terminate();
    expect(outcome).toBe('http 400');
  });
});

describe('what is out of range in a query (CALL-10, CALL-14)', () => {
  test.each([
    ['from=99999999999999999999', 'from'],
    ['to=99999999999999999999', 'to'],
    ['from=8640000000000001', 'from'],
    ['from=-1', 'from'],
    ['from=1.5', 'from'],
    ['from=0x10', 'from'],
    ['from=%20', 'from'],
    ['from=1e3', 'from'],
    ['from=Infinity', 'from'],
    ['from=1&from=2', 'from'],
    [`from=${ms}&to=${ms - 1}`, 'to'],
    ['limit=2147483648', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=%00', 'limit'],
  ])('alarms?%s', async (query, field) => {
    const answer = await browser.send('GET', `/api/mitashost/own/alarms?${query}`, { token });
    expect([answer.status, answer.json]).toEqual([400, expectedError(field)]);
  });

  test.each([`from=${ms}&to=${ms}`, 'from=0', 'to=253402300799999', 'from=2026-11-20T08:15:00Z', 'limit=500', 'limit=025'])(
    'alarms?%s is within',
    async (query) => {
      expect((await browser.send('GET', `/api/mitashost/own/alarms?${query}`, { token })).status).toBe(200);
    },
  );
});

test.each([2_147_483_648, -1, 0.5, 1e300])('no alarm has the id %d', async (lastSeenAlarmId) => {
  const answer = await browser.send('PATCH', '/api/app/client/last-seen', { token, body: { lastSeenAlarmId, mitasId: 'own' } });
  expect([answer.status, answer.json]).toEqual([400, expectedError('lastSeenAlarmId')]);
});

test('an email of a megabyte is refused without being looked through again and again', async () => {
  const email = `a@${'a.'.repeat(250_000)}@`;
  const answer = await browser.send('PATCH', '/api/app/client/account', { token, body: { ...account, email } });
  expect([answer.status, answer.json]).toEqual([400, expectedError('email')]);
});
