import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PeopleStage, startPeopleStage, told } from '../../../support/people-stage.ts';
import { addPerson, testPassword } from '../../../support/test-host.ts';

const account = '/api/app/client/account';
const sessions = '/api/app/client/sessions';

let stage: PeopleStage;
beforeAll(async () => {
  stage = await startPeopleStage();
});
afterAll(() => stage.close());

const logIn = (name: string) => stage.host.browser().logIn(name, testPassword);
const as = (token: string, method: string, path: string, body?: unknown) =>
  stage.host.browser().send(method, path, { token, ...(body === undefined ? {} : { body }) });
const verify = (link: object) => stage.ask('PATCH', '/api/public/verify-token', link);
const confirm = (link: object) => stage.ask('PATCH', '/api/public/confirm-email', link);

/** Creates a person who requests another email. Returns the emailed link. */
async function moving(name: string, email: string) {
  const id = await addPerson(stage.host, name);
  const token = await logIn(name);
  const profile = { firstName: 'Test', lastName: name, username: name };
  const answer = await as(token, 'PATCH', account, { ...profile, email, password: testPassword });
  expect([answer.status, answer.json]).toEqual([
    200,
    { ...profile, email: `${name}@example.org`, pendingEmail: email, message: expect.stringContaining(email) as string },
  ]);
  const { page, query } = await stage.linkTo(email);
  expect(page).toBe('/reset-password');
  return { id, token, profile, link: { email: query['email'] ?? '', token: query['token'] ?? '' } };
}

describe('another email (ACC-29)', () => {
  test('counts once it is confirmed by its link, not when that is opened; both addresses are told, before and after', async () => {
    const { token, link } = await moving('ada', 'ada@new.example');
    const shown = async () => (await as(token, 'GET', account)).json;
    expect(await shown()).toMatchObject({ email: 'ada@example.org', pendingEmail: 'ada@new.example' });
    expect(await stage.mailTo('ada@example.org')).toContain('is to use a new email: ada@new.example');
    await expect(stage.host.browser().logIn('ada@new.example', testPassword)).rejects.toThrow('401');

    for (let scan = 0; scan < 2; scan++) {
      const opened = await verify(link);
      expect([opened.status, opened.json]).toMatchObject([200, { purpose: 'email' }]);
    }
    expect(await shown()).toMatchObject({ email: 'ada@example.org', pendingEmail: 'ada@new.example' });
    expect([stage.mailsTo('ada@example.org'), stage.mailsTo('ada@new.example')]).toEqual([1, 1]);
    const pressed = await Promise.all([confirm(link), confirm(link)]);
    expect(pressed.map(told)).toEqual([[200], [200]]);
    expect(await shown()).toMatchObject({ email: 'ada@new.example', pendingEmail: null });
    await stage.host.browser().logIn('ada@new.example', testPassword);
    for (const [to, after] of [
      ['ada@example.org', 1],
      ['ada@new.example', 1],
    ] as const)
      expect(await stage.mailTo(to, { after })).toContain('The email of your account ada is now ada@new.example');
    expect((await verify(link)).status, 'and says so when it is opened again').toBe(208);
    expect(told(await confirm(link)), 'and when it is confirmed again').toEqual([200]);
    expect([stage.mailsTo('ada@example.org'), stage.mailsTo('ada@new.example')]).toEqual([2, 2]);
  });

  test('that another person has is refused by its link alone: nobody learns whose it is by asking', async () => {
    await addPerson(stage.host, 'bea');
    const { link, token } = await moving('carl', 'BEA@example.org');
    expect(told(await verify(link))).toEqual([200]);
    expect(told(await confirm(link))).toEqual([409, 'Conflict', 'email']);
    expect((await as(token, 'GET', account)).json).toMatchObject({ email: 'carl@example.org' });
  });

  test('does not count any more once the password was changed, or another was asked for', async () => {
    const first = await moving('dora', 'dora@one.example');
    const again = { ...first.profile, email: 'dora@two.example', password: testPassword };
    expect((await as(first.token, 'PATCH', account, again)).status).toBe(200);
    const refused = [await verify(first.link), await confirm(first.link)];
    expect(refused.map(told)).toEqual([
      [403, 'Forbidden'],
      [403, 'Forbidden'],
    ]);
    const { query } = await stage.linkTo('dora@two.example');
    const passwords = { oldPass: testPassword, newPass: 'a quiet river bend' };
    expect((await as(first.token, 'PATCH', '/api/auth/update-password', passwords)).status).toBe(200);
    const second = { email: query['email'], token: query['token'] };
    for (const answer of [await verify(second), await confirm(second)]) expect(told(answer)).toEqual([403, 'Forbidden']);
  });

  test('a name changes without any of this; a new one keeps the rules of new ones', async () => {
    const id = await addPerson(stage.host, 'erik');
    const token = await logIn('erik');
    await sql`update users set username = 'erik the red', email = 'erik@exämple.org' where id = ${id}`.execute(
      stage.host.database.db,
    );
    const profile = { firstName: 'Erik', lastName: 'Red', username: 'erik the red', email: 'erik@exämple.org' };
    expect((await as(token, 'PATCH', account, profile)).status, 'what was before stays').toBe(200);
    for (const [field, value] of [
      ['username', 'erik the blue'],
      ['username', 'erik\u0430'],
      ['email', 'erik@exömple.org'],
      ['firstName', 'E\nrik'],
    ] as const)
      expect(told(await as(token, 'PATCH', account, { ...profile, password: testPassword, [field]: value }))).toEqual([
        400,
        'InvalidRequest',
        field,
      ]);
  });
});

describe('the own sessions (ACC-30)', () => {
  type Shown = { id: string; device: string; since: number; lastUse: number; isCurrent: boolean };
  const listed = async (token: string) => ((await as(token, 'GET', sessions)).json as { sessions: Shown[] }).sessions;
  const from = async (name: string, userAgent: string) => {
    const body = { username: name, password: testPassword };
    const { json } = await stage.host.browser().send('POST', '/api/public/login', { body, headers: { 'user-agent': userAgent } });
    return (json as { accessToken: string }).accessToken;
  };

  test('say the device, since when, and when they were used last; this one is marked', async () => {
    await addPerson(stage.host, 'fay');
    const before = Date.now() - 1_000;
    const desk = await from('fay', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
    const phone = await from('fay', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) Version/18.1 Mobile Safari/604.1');
    const all = await listed(phone);
    expect(all.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Linux', false],
    ]);
    for (const { since, lastUse } of all) expect([since > before, lastUse >= since]).toEqual([true, true]);
    expect((await listed(desk)).filter(({ isCurrent }) => isCurrent).map(({ device }) => device)).toEqual(['Firefox on Linux']);
  });

  test('a renewal is a use', async () => {
    await addPerson(stage.host, 'gus');
    const browser = stage.host.browser();
    const token = await browser.logIn('gus', testPassword);
    await sql`update sessions set used_at = now() - interval '1 day' where user_id = (select id from users where username = 'gus')`.execute(
      stage.host.database.db,
    );
    const lastUse = async () => (await listed(token))[0]?.lastUse ?? 0;
    expect(Date.now() - (await lastUse())).toBeGreaterThan(3_600_000);
    expect((await browser.send('GET', '/api/auth/renew-token', { token })).status).toBe(200);
    expect(Date.now() - (await lastUse())).toBeLessThan(3_600_000);
    await sql`update sessions set used_at = now() - interval '1 day'`.execute(stage.host.database.db);
    expect((await browser.send('GET', '/api/public/access-token')).status).toBe(200);
    expect(Date.now() - (await lastUse())).toBeLessThan(3_600_000);
  });

  test('one is ended, or all others, at once; never that of another person', async () => {
    await addPerson(stage.host, 'hal');
    await addPerson(stage.host, 'ida');
    const [here, there, elsewhere] = [await logIn('hal'), await logIn('hal'), await logIn('hal')];
    const stranger = await logIn('ida');
    const idOf = async (token: string) => (await listed(token)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    const end = (token: string, id: string) => as(token, 'DELETE', `${sessions}?sessionId=${id}`);
    const thereId = await idOf(there);
    expect(told(await end(stranger, thereId))).toEqual([404, 'NotFound']);
    expect(told(await end(here, await idOf(here)))).toEqual([400, 'InvalidRequest', 'sessionId']);
    expect(told(await end(here, 'nonsense'))).toEqual([400, 'InvalidRequest', 'sessionId']);
    expect(told(await end(here, thereId))).toEqual([200]);
    expect((await as(there, 'GET', account)).status).toBe(440);
    expect(told(await end(here, thereId)), 'it is gone').toEqual([404, 'NotFound']);
    expect(told(await as(here, 'DELETE', `${sessions}/others`))).toEqual([200]);
    expect((await as(elsewhere, 'GET', account)).status).toBe(440);
    expect([(await as(here, 'GET', account)).status, (await as(stranger, 'GET', account)).status]).toEqual([200, 200]);
    expect(stage.host.events.filter(({ kind }) => kind === 'sessionEnded').length).toBeGreaterThanOrEqual(2);
  });
});
