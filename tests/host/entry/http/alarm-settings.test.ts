import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';

const path = '/config/alarms';

describe.each(triedEngines)('how alarms of a system are raised, on the %s engine (ALM-5)', (engine) => {
  let stage: ChangeStage;
  let admin: Sitter;
  let viewer: Sitter;
  beforeAll(async () => {
    stage = await changeStage({ engine });
    admin = await stage.sit('ada', 2);
    viewer = await stage.sit('vera', 4);
  });
  afterAll(() => stage.close());

  const set = (offlineAlarmMinutes: number, who = admin) => who.call('PATCH', path, { body: { offlineAlarmMinutes } });
  const shown = async () => ((await viewer.call('GET', path)).json as { settings: unknown }).settings;

  test('is read by all, set by administrators, told as a change and taken back', async () => {
    expect(await shown()).toEqual({ offlineAlarmMinutes: 5 });
    const done = await set(1_440);
    expect(done).toMatchObject({
      status: 200,
      json: {
        items: [
          { kind: 'system.offlineAlarmChanged', before: { offlineAlarmMinutes: 5 }, after: { offlineAlarmMinutes: 1_440 } },
        ],
      },
    });
    expect(await shown()).toEqual({ offlineAlarmMinutes: 1_440 });
    const { revision } = done.json as { revision: number };
    const undone = await admin.call('POST', `/changes/${revision}/undo`, { body: {} });
    expect(undone).toMatchObject({ status: 200 });
    expect(await shown()).toEqual({ offlineAlarmMinutes: 5 });
  });

  test('is nothing else than 1 to 1440 whole minutes, and of no Researcher', async () => {
    const before = await stage.revision();
    const researcher = await stage.sit('rhea', 3);
    const answers = [await set(0), await set(1_441), await set(2.5), await set(6, viewer), await set(6, researcher)];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 403, 403]);
    expect([await shown(), await stage.revision()]).toEqual([{ offlineAlarmMinutes: 5 }, before]);
  });

  test('an alarm of one that went offline says since when, by the system’s clock', async () => {
    const since = Date.UTC(2026, 0, 5, 12);
    const [rxId] = stage.rx;
    await addAlarms(stage.host.database, 'river', [
      { rxId, code: 4101, at: since + 300_000, missed: { since, minutes: 5 } },
      { rxId, code: 2100, at: since + 400_000 },
    ]);
    const { alarms } = (await viewer.call('GET', '/alarms')).json as { alarms: { since?: string }[] };
    const at = '2026-01-05 12:00:00';
    expect(alarms.map((alarm) => alarm.since)).toEqual([undefined, at]);
  });
});
