import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { System } from '#model/entities/system.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';

const all = { emailsEnabled: true, emailAlarms: true, emailReports: true, emailTagSpotted: true };

describe.each(triedEngines)('what a person wants to be mailed, on the %s engine (MAIL-18)', (engine) => {
  let host: TestHost;
  let browser: TestBrowser;
  let token: string;
  let ann: number;
  beforeAll(async () => {
    host = await startTestHost({ engine });
    ann = await addPerson(host, 'ann');
    const bob = await addPerson(host, 'bob');
    await addSystem(host, 'own', [
      [ann, 4],
      [bob, 1],
    ]);
    await addSystem(host, 'other', [[ann, 4]]);
    await addSystem(host, 'foreign', [[bob, 1]]);
    browser = host.browser();
    token = await browser.logIn('ann', testPassword);
  });
  afterAll(() => host.close());

  const want = (body: unknown, as = token) => browser.send('PATCH', '/api/app/client/email-notifications', { token: as, body });
  const wishes = async () => {
    const { json } = await browser.send('GET', '/api/app/client/mitas', { token });
    return Object.fromEntries((json as { systems: System[] }).systems.map(({ mitasId, email }) => [mitasId, email]));
  };

  test('is kept per member, in the system that is named, else in the current one', async () => {
    const alarmsOnly = { ...all, emailReports: false, emailTagSpotted: false };
    expect((await want({ ...alarmsOnly, mitasId: 'own' })).status).toBe(200);
    expect(await wishes()).toEqual({ own: alarmsOnly, other: all });
    const nothing = { ...all, emailsEnabled: false };
    await host.database.db.updateTable('users').set({ current_system_id: 'other' }).where('id', '=', ann).execute();
    expect((await want(nothing)).status).toBe(200);
    expect(await wishes()).toEqual({ own: alarmsOnly, other: nothing });
    const bob = host.database.db.selectFrom('memberships').select('email_reports').where('user_id', '<>', ann);
    expect(await bob.execute()).toEqual([{ email_reports: true }, { email_reports: true }]);
  });

  test('is kept as it was where it is left out, and answered as it stands (MAIL-18)', async () => {
    await want({ ...all, emailReports: false, mitasId: 'own' });
    const email = { ...all, emailReports: false, emailAlarms: false };
    expect(await want({ emailAlarms: false, mitasId: 'own' })).toMatchObject({ status: 200, json: { email } });
    expect((await wishes())['own']).toEqual(email);
  });

  test('is of no system that one does not belong to, and of none where none is meant', async () => {
    expect((await want({ ...all, mitasId: 'foreign' })).status).toBe(403);
    expect((await want({ ...all, mitasId: 'nowhere' })).status).toBe(403);
    await host.database.db.updateTable('users').set({ current_system_id: null }).where('id', '=', ann).execute();
    expect(await want(all)).toMatchObject({ status: 409, json: { error: { type: 'Conflict', field: 'mitasId' } } });
    expect((await want({ emailsEnabled: 'yes', mitasId: 'own' })).status).toBe(400);
  });

  test('is of the only system of a person who never opened it (SYS-5)', async () => {
    await addSystem(host, 'sole', [[await addPerson(host, 'cleo'), 4]]);
    const email = { ...all, emailReports: false };
    const cleo = await browser.logIn('cleo', testPassword);
    expect(await want({ emailReports: false }, cleo)).toMatchObject({ status: 200, json: { email } });
    const { json } = await browser.send('GET', '/api/app/client/mitas', { token: cleo });
    expect(json).toMatchObject({ systems: [{ mitasId: 'sole', email }] });
  });

  test('is kept of no operator who is no member', async () => {
    const eve = await addPerson(host, 'eve');
    await host.database.db.updateTable('users').set({ superuser: true }).where('id', '=', eve).execute();
    const operator = await browser.logIn('eve', testPassword);
    expect((await want({ ...all, mitasId: 'own' }, operator)).status).toBe(409);
  });
});
