import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { candidateIn } from '#model/forms/mailed-links.ts';
import { type PeopleStage, startPeopleStage, statuses, told } from '../../../support/people-stage.ts';
import { addPerson, addSystem, testPassword } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

const request = '/api/public/registration-request';
const approval = '/api/app/client/registration-approval';
const completion = '/api/public/complete-profile';
const verification = '/api/public/verify-token';
const password = 'a quiet river bend';

let stage: PeopleStage;
let operator: string;
let operatorMails = 0;

beforeAll(async () => {
  stage = await startPeopleStage();
  await addPerson(stage.host, 'operator', { superuser: true });
  await addPerson(stage.host, 'asleep', { superuser: true });
  await sql`update users set activated = false where username = 'asleep'`.execute(stage.host.database.db);
  const demo = await addPerson(stage.host, 'owner');
  await addSystem(stage.host, 'demo', [[demo, 1]]);
  await planted(stage.host.database).updateTable('systems').set({ demo: true }).where('id', '=', 'demo').execute();
  operator = await stage.host.browser().logIn('operator', testPassword);
});
afterAll(() => stage.close());

const signUp = (name: string, more: object = {}) => {
  const body = {
    firstName: 'Ada',
    lastName: name,
    email: `${name}@example.com`,
    company: 'Engines',
    username: `A${name}`,
    ...more,
  };
  return stage.ask('POST', request, body);
};

/** Signs up and reads the email to the host's operator; returns the person that its link names. */
async function asked(name: string, more: object = {}) {
  expect(told(await signUp(name, more))).toEqual([200]);
  const { page, query } = await stage.linkTo('operator@example.org', { after: operatorMails });
  operatorMails += 1;
  expect(page).toBe('/registration-approval');
  const candidate = candidateIn(`?${new URLSearchParams(query)}`);
  if (!candidate.ok) throw new Error(candidate.reason);
  return candidate.value;
}

const approve = (body: object, token: string | undefined = operator) =>
  stage.host.browser().send('POST', approval, { body, ...(token === undefined ? {} : { token }) });

/** Signs up and is approved; returns the query of the link to complete the profile. */
async function approved(name: string) {
  const candidate = await asked(name);
  expect(told(await approve(candidate))).toEqual([200]);
  const { page, query } = await stage.linkTo(candidate.email);
  expect(page).toBe('/complete-profile');
  return query;
}

const complete = (query: Record<string, string>, more: object = {}) =>
  stage.ask('PATCH', completion, { ...query, password, ...more });

describe('signing up (ACC-24)', () => {
  test('goes all the way: request, mail to the operator of the host, approval, mail, profile, login', async () => {
    const candidate = await asked('lovelace');
    expect(candidate).toEqual({ email: 'lovelace@example.com', firstName: 'Ada', lastName: 'lovelace', username: 'Alovelace' });
    expect(told(await approve({ ...candidate, username: 'ada' }))).toEqual([200]);

    const { page, query } = await stage.linkTo('lovelace@example.com');
    expect(page).toBe('/complete-profile');
    expect(query).toEqual({ ...candidate, username: 'ada', token: expect.stringMatching(/^[\w-]{43}$/) as string });
    const { token, email } = query;
    const verified = await stage.ask('PATCH', verification, { token, email });
    expect([verified.status, verified.json]).toEqual([200, { purpose: 'complete', commonName: null }]);
    expect((await stage.ask('PATCH', verification, { token, email })).status, 'told before').toBe(208);

    await expect(stage.host.browser().logIn('ada', password)).rejects.toThrow('401');
    expect(told(await complete(query, { firstName: ' Augusta   Ada ' }))).toEqual([200]);
    const browser = stage.host.browser();
    const access = await browser.logIn('lovelace@example.com', password);
    const account = await browser.send('GET', '/api/app/client/account', { token: access });
    expect(account.json).toMatchObject({ username: 'ada', firstName: 'Augusta Ada', lastName: 'lovelace', mitasId: 'demo' });
    const systems = await browser.send('GET', '/api/app/client/mitas', { token: access });
    expect(systems.json).toMatchObject({ systems: [{ mitasId: 'demo', RoleId: 4 }] });
    expect(await stage.mailTo('lovelace@example.com', { after: 1 })).toContain('The password of your account ada was set');
    expect(stage.mailsTo('asleep@example.org'), 'who cannot log in is not asked').toBe(0);
    const { rows } =
      await sql`select items from changes where system_id = 'demo' and items @> '[{"kind":"member.added"}]'`.execute(
        stage.host.database.db,
      );
    expect(JSON.stringify(rows), 'Activity names nobody by email').not.toContain('@');
  });

  test('is refused by the one schema: headers, long names, wide and double addresses (ACC-24, MAIL-11)', async () => {
    for (const [field, value] of [
      ['firstName', 'Ada\r\nBcc: all@example.org'],
      ['firstName', 'x'.repeat(10_000)],
      ['lastName', 'Love\u202Elace'],
      ['lastName', '\u0000'],
      ['company', 'AB'],
      ['company', 'Engines\u2028Inc'],
      ['email', 'ada@exämple.com'],
      ['email', 'ada@example.com, eve@example.com'],
      ['email', 'ada@example.com\r\nBcc: eve@example.com'],
      ['email', '<ada@example.com>'],
      ['username', 'ada@example.com'],
    ] as const)
      expect([field, value.slice(0, 40), told(await signUp('refused', { [field]: value }))]).toEqual([
        field,
        value.slice(0, 40),
        [400, 'InvalidRequest', field],
      ]);
    const { rows } = await sql`select from registration_requests where email like 'refused%'`.execute(stage.host.database.db);
    expect(rows).toEqual([]);
  });

  test('a name in another writing is nothing odd', async () => {
    const candidate = await asked('zhang', { firstName: '小明', lastName: "O'Brien-Łukasz 张", username: '小张' });
    expect(candidate).toMatchObject({ firstName: '小明', lastName: "O'Brien-Łukasz 张", username: '小张' });
  });

  test('tells nobody who has an account already: the same answer, and only the operator hears of it', async () => {
    const known = await signUp('taken', { email: 'owner@example.org', username: 'owner' });
    const unknown = await signUp('stranger');
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    operatorMails += 2;
    await stage.mailTo('operator@example.org', { after: operatorMails - 1 });
    expect(stage.mailsTo('owner@example.org')).toBe(0);
    const body = { email: 'owner@example.org', firstName: 'Ada', lastName: 'Taken', username: 'fresh' };
    expect(told(await approve(body))).toEqual([409, 'Conflict', 'email']);
  });

  test('a request that comes again takes the place of the first', async () => {
    await asked('again');
    await asked('again', { firstName: 'Bea' });
    const { rows } = await sql`select first_name from registration_requests where email = 'again@example.com'`.execute(
      stage.host.database.db,
    );
    expect(rows).toEqual([{ first_name: 'Bea' }]);
  });
});

describe('approval (ROLE-5, ACC-24)', () => {
  test('needs an open request with that email: a forged link admits nobody, and a request is good once', async () => {
    const forged = { email: 'nobody@example.com', firstName: 'No', lastName: 'Body', username: 'nobody' };
    const answer = await approve(forged);
    expect([told(answer), answer.text]).toEqual([[404, 'NotFound'], expect.stringContaining('no open registration') as string]);
    const candidate = await asked('once');
    expect(told(await approve(candidate))).toEqual([200]);
    expect(told(await approve({ ...candidate, username: 'twice' }))).toEqual([404, 'NotFound']);
    const two = await asked('both');
    const answers = await Promise.all([approve(two), approve({ ...two, username: 'other-name' })]);
    expect(statuses(answers)).toEqual([200, 404]);
  });

  test.each([
    ['taken, whatever its case', 'OPERATOR', [409, 'Conflict', 'username']],
    ['like another, by a Cyrillic letter in each place', '\u0441\u0430\u0440', [409, 'Conflict', 'username']],
    ['like another, by rn for m', 'sarn', [409, 'Conflict', 'username']],
    ['like another, by vv for w', 'ovven', [409, 'Conflict', 'username']],
    ['of two scripts', 'p\u0430t-b', [400, 'InvalidRequest', 'username']],
    ['with a zero-width space', 'pat\u200Bb', [400, 'InvalidRequest', 'username']],
    ['with a space', 'two words', [400, 'InvalidRequest', 'username']],
  ])('says of a username that it is %s (ACC-25)', async (_, username, expected) => {
    await addOnce('cap');
    await addOnce('sam');
    await addOnce('owen');
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from users`.execute(stage.host.database.db);
    const candidate = { email: 'odd@example.com', firstName: 'Ada', lastName: 'Odd', username };
    await asked('odd');
    expect(told(await approve(candidate))).toEqual(expected);
    const after = await sql<{ n: number }>`select count(*)::integer as n from users`.execute(stage.host.database.db);
    expect(after.rows, 'nobody was let in').toEqual(rows);
  });

  test('a username in wide letters is kept in its plain spelling', async () => {
    const candidate = await asked('wide');
    expect(told(await approve({ ...candidate, username: 'ｗｉｄｅ１' }))).toEqual([200]);
    const { rows } = await sql`select username from users where email = 'wide@example.com'`.execute(stage.host.database.db);
    expect(rows).toEqual([{ username: 'wide1' }]);
  });

  test('is for the operator alone', async () => {
    const candidate = await asked('guarded');
    const owner = await stage.host.browser().logIn('owner', testPassword);
    expect(told(await approve(candidate, owner))).toEqual([403, 'Forbidden']);
    expect(told(await stage.ask('POST', approval, candidate))).toEqual([401, 'TokenMissing']);
  });
});

describe('a link that completes a profile (ACC-26)', () => {
  test('is good once, of two at the same moment too', async () => {
    const query = await approved('single');
    const answers = await Promise.all([complete(query), complete(query, { username: 'singleton' })]);
    expect(statuses(answers)).toEqual([200, 403]);
    expect(told(await complete(query))).toEqual([403, 'Forbidden']);
  });

  test('is for who was mailed it alone, and for 14 days', async () => {
    const query = await approved('timed');
    expect(told(await complete(query, { email: 'other@example.com' }))).toEqual([403, 'Forbidden']);
    expect(told(await complete(query, { token: 'x'.repeat(43) }))).toEqual([403, 'Forbidden']);
    const left = () =>
      sql<{ left: number }>`select extract(epoch from expires_at - now())::float8 / 86400 as left from account_tokens token
        join users on users.id = user_id where users.email = 'timed@example.com'`.execute(stage.host.database.db);
    expect((await left()).rows[0]?.left).toBeCloseTo(14, 2);
    await sql`update account_tokens set expires_at = now() where user_id = (select id from users where email = 'timed@example.com')`.execute(
      stage.host.database.db,
    );
    expect(told(await complete(query))).toEqual([403, 'Forbidden']);
  });

  test('is not used up by what is refused, and says which field', async () => {
    const query = await approved('careful');
    expect(told(await complete(query, { password: 'short' }))).toEqual([400, 'InvalidRequest', 'password']);
    expect(told(await complete(query, { password: 'password123' }))).toEqual([400, 'InvalidRequest', 'password']);
    expect(told(await complete(query, { username: 'owner' }))).toEqual([409, 'Conflict', 'username']);
    expect(told(await complete(query, { firstName: ' ' }))).toEqual([400, 'InvalidRequest', 'firstName']);
    expect(told(await complete(query))).toEqual([200]);
  });

  test('is nowhere at rest but in the mail: not in the database once it was sent, nor in the log (MAIL-20)', async () => {
    const { token = '' } = await approved('secret');
    await expect
      .poll(async () => (await stage.outbox()).find(({ recipient }) => recipient === 'secret@example.com')?.state)
      .toBe('sent');
    const tables = await sql<{
      name: string;
    }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'`.execute(stage.host.database.db);
    expect(tables.rows.length).toBeGreaterThan(30);
    for (const { name } of tables.rows) {
      const found = await sql`select from ${sql.raw(name)} as row where row::text like ${`%${token}%`}`.execute(
        stage.host.database.db,
      );
      expect([name, found.rows]).toEqual([name, []]);
    }
    expect(stage.host.logged()).not.toContain(token);
  });
});

async function addOnce(username: string): Promise<void> {
  const { rows } = await sql`select from users where username = ${username}`.execute(stage.host.database.db);
  if (rows.length === 0) await addPerson(stage.host, username);
}
