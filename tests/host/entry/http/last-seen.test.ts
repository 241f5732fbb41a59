import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { System } from '#model/entities/system.ts';
import type { TestBrowser } from '../../../support/test-browser.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { addPerson, addSystem, startTestHost, testPassword, type TestHost } from '../../../support/test-host.ts';
import { planted } from '../../../support/planted.ts';

const newest = 30;

/** Which alarms a member has seen (PATCH /api/app/client/last-seen: ALM-10). */
describe.each(triedEngines)('the alarms a person has seen, on the %s database (ALM-10)', (engine) => {
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
    await addSystem(host, 'empty', [[ann, 4]]);
    await addSystem(host, 'foreign', [[bob, 1]]);
    for (const system_id of ['own', 'foreign']) {
      const alarm = { system_id, alarm_code_id: 4101, alias: 'R1', site_name: 'Weir' };
      await host.database.db
        .insertInto('alarms')
        .values(Array.from({ length: newest }, () => alarm))
        .execute();
    }
    browser = host.browser();
    token = await browser.logIn('ann', testPassword);
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    await planted(host.database).updateTable('memberships').set({ last_seen_alarm_id: 0, last_seen_version: 0 }).execute();
  });

  async function seen(): Promise<Record<string, number | null>> {
    const { json } = await browser.send('GET', '/api/app/client/mitas', { token });
    const { systems } = json as { systems: System[] };
    return Object.fromEntries(systems.map(({ mitasId, lastSeenAlarmId }) => [mitasId, lastSeenAlarmId]));
  }
  const mark = (lastSeenAlarmId: unknown, mitasId?: string, insteadOf?: unknown) =>
    browser.send('PATCH', '/api/app/client/last-seen', { token, body: { lastSeenAlarmId, mitasId, insteadOf } });
  const makeCurrent = (mitasId: string | null) =>
    host.database.db.updateTable('users').set({ current_system_id: mitasId }).where('id', '=', ann).execute();

  test('are kept per member, in the system that is named', async () => {
    await makeCurrent('empty');
    expect((await mark(7, 'own')).json).toEqual({ lastSeenAlarmId: 7, lastSeenVersion: 1 });
    expect(await seen()).toEqual({ own: 7, empty: 0 });
    const marks = await host.database.db.selectFrom('memberships').select('last_seen_alarm_id as id').execute();
    expect(marks.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual([0, 0, 0, 7]);
  });

  test('never go back, nor beyond the newest there is', async () => {
    const steps: [asked: number, kept: number][] = [
      [20, 20],
      [12, 20],
      [0, 20],
      [2_000_000_000, newest],
    ];
    for (const [asked, kept] of steps) {
      expect((await mark(asked, 'own')).json).toMatchObject({ lastSeenAlarmId: kept });
      expect((await seen())['own']).toBe(kept);
    }
    expect((await mark(5, 'empty')).json).toMatchObject({ lastSeenAlarmId: 0 });
  });

  test('are the most that any of several pages saw at once', async () => {
    await Promise.all([25, 3, 18, 9, 24].map((id) => mark(id, 'own')));
    expect((await seen())['own']).toBe(25);
  });

  test('are those of the current system where none is named', async () => {
    await makeCurrent('own');
    expect((await mark(28)).json).toMatchObject({ lastSeenAlarmId: 28 });
    await makeCurrent(null);
    const { status, json } = await mark(29);
    expect([status, json]).toMatchObject([409, { error: { type: 'Conflict', field: 'mitasId' } }]);
  });

  test.each(['foreign', 'nosuch'])('are refused in %s, where the person does not belong', async (mitasId) => {
    const { status, json } = await mark(1, mitasId);
    const error = { code: 403, type: 'Forbidden', message: 'You are not authorized to view this MITAS' };
    expect([status, json]).toEqual([403, { error }]);
  });

  test.each([-1, 1.5, 3_000_000_000, 'all', null])('are refused up to %j', async (id) => {
    expect((await mark(id, 'own')).status).toBe(400);
  });

  test('are not kept of the operator who is no member', async () => {
    await addPerson(host, 'operator', { superuser: true });
    const other = host.browser();
    const body = { lastSeenAlarmId: 5, mitasId: 'own' };
    const answer = await other.send('PATCH', '/api/app/client/last-seen', {
      token: await other.logIn('operator', testPassword),
      body,
    });
    expect([answer.status, answer.json]).toEqual([200, { lastSeenAlarmId: null, lastSeenVersion: null }]);
    expect((await seen())['own']).toBe(0);
  });

  test('are unseen again where the mark is taken back, and the same when that is asked again (ALM-25)', async () => {
    await mark(12, 'own');
    await mark(20, 'own');
    expect((await mark(12, 'own', 20)).json).toEqual({ lastSeenAlarmId: 12, lastSeenVersion: 3 });
    expect((await mark(12, 'own', 20)).json).toMatchObject({ lastSeenAlarmId: 12 });
    expect((await mark(20, 'own')).json).toMatchObject({ lastSeenAlarmId: 20 });
    expect((await mark(25, 'own', 20)).json, 'taking back sees no more').toMatchObject({ lastSeenAlarmId: 20 });
  });

  test('stay seen where another mark stands than the one to be taken back (ALM-25)', async () => {
    await mark(20, 'own');
    await mark(25, 'own');
    expect((await mark(25, 'own', 20)).status, 'nor is it lowered by the way').toBe(409);
    const { status, json } = await mark(12, 'own', 20);
    expect([status, json]).toMatchObject([409, { error: { message: 'Other alarms have been seen since', field: 'insteadOf' } }]);
    expect((await seen())['own']).toBe(25);
    expect((await mark(1, 'foreign', 2)).status).toBe(403);
  });

  test('stay seen further by one page while two others take a mark of before back (ALM-25)', async () => {
    await mark(5, 'own');
    await mark(20, 'own');
    const answers = await Promise.all([mark(5, 'own', 20), mark(30, 'own'), mark(5, 'own', 20)]);
    expect((await seen())['own'], 'what was seen meanwhile stays seen, whoever comes first').toBe(30);
    expect(answers[1]?.status).toBe(200);
  });
});
