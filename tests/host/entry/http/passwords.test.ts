import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loginLimits } from '../../../../host/domain/accounts/login-limits.ts';
import { understand } from '../../../../host/entry/admin/run-admin.ts';
import { type PeopleStage, startPeopleStage, statuses, told } from '../../../support/people-stage.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

const fresh = 'a quiet river bend';
const patience = { timeout: 60_000, interval: 20 };

let stage: PeopleStage;
beforeAll(async () => {
  stage = await startPeopleStage();
});
afterAll(() => stage.close());

const ask = (user: string) => stage.ask('PATCH', '/api/public/reset-password', { user });
const set = (body: object) => stage.ask('PATCH', '/api/public/password', body);
const verify = (body: object) => stage.ask('PATCH', '/api/public/verify-token', body);

/** Adds a person who asked to reset their password; returns the emailed link. */
async function forgetful(name: string, typed = name) {
  await addPerson(stage.host, name);
  const mails = stage.mailsTo(`${name}@example.org`);
  expect(told(await ask(typed))).toEqual([200]);
  const { page, query } = await stage.linkTo(`${name}@example.org`, { after: mails });
  expect(page).toBe('/reset-password');
  const { email = '', token = '' } = query;
  return { email, token };
}

const logIn = (name: string, password: string) => stage.host.browser().logIn(name, password);

describe('a forgotten password (ACC-27)', () => {
  test('goes all the way: mail, the page that verifies, another password, login by the email', async () => {
    const link = await forgetful('ada');
    const session = await logIn('ada', testPassword);
    const verified = await verify(link);
    expect([verified.status, verified.json]).toEqual([200, { purpose: 'reset', commonName: null }]);
    expect((await verify(link)).status).toBe(208);
    expect(told(await set({ ...link, password: fresh }))).toEqual([200]);
    await logIn(link.email, fresh);
    await expect(logIn('ada', testPassword)).rejects.toThrow('401');
    const before = await stage.host.browser().send('GET', '/api/app/client/account', { token: session });
    expect(told(before), 'what was open has ended').toEqual([440, 'SessionExpired']);
    expect(await stage.mailTo('ada@example.org', { after: 1 })).toContain('The password of your account ada was set');
  });

  test('is asked for by username or email, whatever their case', async () => {
    await forgetful('grace', 'GRACE');
    await forgetful('edith', 'Edith@Example.ORG');
  });

  test('a link is good once, for one hour, and for who was mailed it', async () => {
    const link = await forgetful('joan');
    const left = await sql<{ left: number }>`select extract(epoch from expires_at - now())::float8 / 60 as left
      from account_tokens join users on users.id = user_id where username = 'joan'`.execute(stage.host.database.db);
    expect(left.rows[0]?.left).toBeGreaterThan(58);
    expect(left.rows[0]?.left).toBeLessThanOrEqual(60);
    for (const wrong of [{ email: 'ada@example.org' }, { token: 'x'.repeat(43) }, { token: `${link.token}x` }]) {
      expect(told(await verify({ ...link, ...wrong }))).toEqual([403, 'Forbidden']);
      expect(told(await set({ ...link, password: fresh, ...wrong }))).toEqual([403, 'Forbidden']);
    }
    const both = await Promise.all([set({ ...link, password: fresh }), set({ ...link, password: 'another river bend' })]);
    expect(statuses(both)).toEqual([200, 403]);
    expect(told(await verify(link))).toEqual([403, 'Forbidden']);
  });

  test('a link past its time, and one that another took the place of, are good no more', async () => {
    const first = await forgetful('mary');
    expect(told(await ask('mary'))).toEqual([200]);
    await stage.mailTo('mary@example.org', { after: 1 });
    expect(told(await set({ ...first, password: fresh }))).toEqual([403, 'Forbidden']);
    const late = await forgetful('late');
    await sql`update account_tokens set expires_at = now() where user_id = (select id from users where username = 'late')`.execute(
      stage.host.database.db,
    );
    expect(told(await verify(late))).toEqual([403, 'Forbidden']);
    expect(told(await set({ ...late, password: fresh }))).toEqual([403, 'Forbidden']);
  });

  test('a password that may not be chosen says so, and the link stays good', async () => {
    const link = await forgetful('weak');
    const answer = await set({ ...link, password: 'short' });
    expect(told(answer)).toEqual([400, 'InvalidRequest', 'password']);
    expect(answer.text).toContain('Password must be at least 8 characters');
    expect(told(await set({ ...link, password: 'weak@example.org' }))).toEqual([400, 'InvalidRequest', 'password']);
    expect(told(await set({ ...link, password: fresh }))).toEqual([200]);
  });

  test('nobody gets a link who was put out, and a link that they have is good no more', async () => {
    const link = await forgetful('gone');
    const disable = understand(['users', 'disable', 'gone']);
    if (disable.kind === 'help') throw new Error('That is no command');
    await disable.run({ database: stage.host.database, readPassword: () => Promise.resolve(''), hostUrl: '' });
    expect(told(await set({ ...link, password: fresh }))).toEqual([403, 'Forbidden']);
    expect(told(await ask('gone'))).toEqual([200]);
    await forgetful('after-gone');
    expect(stage.mailsTo('gone@example.org')).toBe(1);
  });

  test('who was approved and has no password yet is mailed the link that completes their profile', async () => {
    await addPerson(stage.host, 'newcomer');
    await sql`update users set activated = false, awaits_completion = true, password_hash = null where username = 'newcomer'`.execute(
      stage.host.database.db,
    );
    expect(told(await ask('newcomer'))).toEqual([200]);
    const { page, query } = await stage.linkTo('newcomer@example.org');
    expect([page, query['username']]).toEqual(['/complete-profile', 'newcomer']);
    expect(told(await set({ ...query, password: fresh })), 'which sets none').toEqual([403, 'Forbidden']);
  });
});

describe('the own password (ACC-28)', () => {
  const update = (token: string, body: object) =>
    stage.host.browser().send('PATCH', '/api/auth/update-password', { token, body });

  test('is changed by the one before; other sessions end, this one stays, a mail tells of it', async () => {
    const link = await forgetful('vera');
    const [here, there] = [await logIn('vera', testPassword), await logIn('vera', testPassword)];
    expect(told(await update(here, { oldPass: 'a wrong one', newPass: fresh }))).toEqual([403, 'InvalidCredentials', 'oldPass']);
    expect(told(await update(here, { oldPass: testPassword, newPass: 'short' }))).toEqual([400, 'InvalidRequest', 'newPass']);
    expect(told(await update(here, { oldPass: testPassword, newPass: 'vera' }))).toEqual([400, 'InvalidRequest', 'newPass']);
    expect(told(await update(here, { oldPass: testPassword, newPass: fresh }))).toEqual([200]);
    const account = (token: string) => stage.host.browser().send('GET', '/api/app/client/account', { token });
    expect([(await account(here)).status, (await account(there)).status]).toEqual([200, 440]);
    await logIn('vera', fresh);
    expect(await stage.mailTo('vera@example.org', { after: 1 })).toContain('The password of your account vera was set');
    expect(told(await set({ ...link, password: testPassword })), 'a link of before is good no more').toEqual([403, 'Forbidden']);
  });

  test('two changes at the same moment: one of them is refused', async () => {
    await addPerson(stage.host, 'twice');
    const token = await logIn('twice', testPassword);
    const answers = await Promise.all([
      update(token, { oldPass: testPassword, newPass: fresh }),
      update(token, { oldPass: testPassword, newPass: 'another river bend' }),
    ]);
    expect(statuses(answers)).toEqual([200, 409]);
  });

  test('guesses at it are counted', async () => {
    await addPerson(stage.host, 'guessed');
    const token = await logIn('guessed', testPassword);
    for (let guess = 0; guess < loginLimits.pair.points; guess++)
      expect((await update(token, { oldPass: `wrong ${guess}`, newPass: fresh })).status).toBe(403);
    expect(told(await update(token, { oldPass: testPassword, newPass: fresh }))).toEqual([429, 'TooManyRequests']);
  });
});

describe('what anybody may ask for is limited by account and address, as the login is (ACC-11, ACC-27)', () => {
  const tooOften = async (question: () => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let times = 0; times <= loginLimits.pair.points; times++) statuses.push((await question()).status);
    return statuses;
  };
  const borne = (status: number) => [...Array.from({ length: loginLimits.pair.points }, () => status), 429];

  test.each(['known-one', 'unknown-one'])('a reset for %s', async (name) => {
    if (name === 'known-one') await addPerson(stage.host, name);
    expect(await tooOften(() => ask(name))).toEqual(borne(200));
  });
  test('a registration', async () => {
    const body = { firstName: 'Ada', lastName: 'Often', email: 'often@example.org', company: 'Engines', username: 'Aoften' };
    expect(await tooOften(() => stage.ask('POST', '/api/public/registration-request', body))).toEqual(borne(200));
  });
  test('a guess at a link, which shares its count with what the link does', async () => {
    const link = { email: 'guess@example.org', token: 'y'.repeat(43) };
    expect(await tooOften(() => verify(link))).toEqual(borne(403));
    expect(told(await set({ ...link, password: fresh }))).toEqual([429, 'TooManyRequests']);
  });
});

describe('a link is no secret of the host (ACC-26, MAIL-20)', () => {
  test('its token is in no table once it was mailed, in no log, and only its hash is kept', async () => {
    const { token } = await forgetful('hidden');
    await expect
      .poll(async () => (await stage.outbox()).find(({ recipient }) => recipient === 'hidden@example.org')?.state, patience)
      .toBe('sent');
    const [mail] = (await stage.outbox()).filter(({ recipient }) => recipient === 'hidden@example.org');
    expect(mail).toMatchObject({ kind: 'reset', body_html: null, body_text: expect.stringMatching(/erased/) as string });
    const { rows } = await sql<{ row: string }>`select account_tokens::text as row from account_tokens
      union all select job::text from jobs.job`.execute(stage.host.database.db);
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([]);
    expect(stage.host.logged()).not.toContain(token);
    expect(stage.host.logged()).not.toContain('hidden@example.org');
  });
});

/**
 * Response times reveal nothing: asked 200 times each in random order, a known and an unknown account differ
 * by less than repeated requests for the same one do.
 */
describe('nobody finds out who has an account (ACC-27)', () => {
  const times = 200;
  const random = seededRandom(27);
  let quiet: TestHost;
  beforeAll(async () => {
    const many = { points: 1_000_000, duration: 60 };
    const limits = { pair: many, address: many, account: many, accountPace: many, device: many };
    quiet = await startTestHost({ limits, anonymousCalls: many });
    const owner = await addPerson(quiet, 'known');
    await addPerson(quiet, 'operator', { superuser: true });
    await addSystem(quiet, 'demo', [[owner, 1]]);
  });
  afterAll(() => quiet.close());

  test.each([
    ['a reset by email', 'PATCH', '/api/public/reset-password', (who: string) => ({ user: `${who}@example.org` })],
    ['a reset by username', 'PATCH', '/api/public/reset-password', (who: string) => ({ user: who })],
    [
      'a registration',
      'POST',
      '/api/public/registration-request',
      (who: string) => ({ firstName: 'Ada', lastName: 'Known', email: `${who}@example.org`, company: 'Engines', username: who }),
    ],
  ] as const)('%s', { timeout: 300_000 }, async (_, method, path, body) => {
    const browser = quiet.browser();
    await browser.csrfToken();
    const taken: Record<string, number[]> = { known: [], strange: [] };
    const answers = new Set<string>();
    for (let time = 0; time < times + 5; time++)
      for (const who of random() < 0.5 ? ['known', 'strange'] : ['strange', 'known']) {
        const began = performance.now();
        const { status, text } = await browser.send(method, path, { body: body(who) });
        // The first are slower than the rest: they load code and data.
        if (time >= 5) taken[who]?.push(performance.now() - began);
        answers.add(`${status} ${text}`);
      }
    expect([...answers], 'the same answer').toHaveLength(1);
    const [known, strange] = [ordered(taken['known'] ?? []), ordered(taken['strange'] ?? [])];
    expect([known.length, strange.length]).toEqual([times, times]);
    const spread = Math.min(quantile(known, 0.75) - quantile(known, 0.25), quantile(strange, 0.75) - quantile(strange, 0.25));
    expect(Math.abs(quantile(known, 0.5) - quantile(strange, 0.5))).toBeLessThan(spread);
  });
});

const ordered = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const quantile = (values: readonly number[], part: number) => values[Math.floor((values.length - 1) * part)] ?? Number.NaN;
