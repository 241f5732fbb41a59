import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAlarms } from '../../../../host/platform/store/fleet/alarms.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { planted } from '../../../support/planted.ts';
import { triedEngines } from '../../../support/test-database.ts';

type Told = { more: boolean; alarms: { id: number; endedAt: number | null; isLasting: boolean; AlarmCodeId: number }[] };

const minute = 60_000;
const start = Date.UTC(2026, 0, 5, 12);
const at = (minutes: number): number => start + minutes * minute;

describe.each(triedEngines)('the history of alarms on the %s engine (ALP-1, ALP-2)', (engine) => {
  let stage: ChangeStage;
  let viewer: Sitter;
  beforeAll(async () => {
    stage = await changeStage({ engine });
    viewer = await stage.sit('vera', 4);
    const [one, two] = stage.rx;
    await addAlarms(stage.host.database, 'river', [
      { rxId: one, code: 4101, at: at(0) }, // 1: until 3
      { rxId: two, code: 4101, at: at(1) }, // 2: ongoing
      { rxId: one, code: 2100, at: at(2) }, // 3
      { rxId: one, code: 3100, at: at(3) }, // 4: until 8
      { rxId: one, code: 4102, at: at(4) }, // 5: until 8
      { rxId: two, code: 3101, at: at(5) }, // 6: until 7
      { rxId: two, code: 2102, at: at(6) }, // 7
      { rxId: one, code: 2101, at: at(7) }, // 8
      { rxId: one, code: 4103, at: at(8) }, // 9: momentary
      { rxId: one, code: 4101, at: at(9) }, // 10: ongoing
    ]);
  });
  afterAll(() => stage.close());

  const ask = async (query = '', who = viewer) => {
    const { status, json } = await who.call('GET', `/alarms/history${query}`);
    expect([query, status]).toEqual([query, 200]);
    return json as Told;
  };
  const idsOf = async (query: string) => (await ask(query)).alarms.map(({ id }) => id);

  test('an alarm lasts until its counterpart of the same receiver', async () => {
    const { alarms, more } = await ask();
    expect(more).toBe(false);
    expect(alarms.map(({ id, endedAt, isLasting }) => [id, endedAt, isLasting])).toEqual([
      [10, null, true],
      [9, null, false],
      [8, null, false],
      [7, null, false],
      [6, at(6), false],
      [5, at(7), false],
      [4, at(7), false],
      [3, null, false],
      [2, null, true],
      [1, at(2), false],
    ]);
  });

  test('what is asked for is what comes, a page at a time', async () => {
    expect(await idsOf('?lasting=yes')).toEqual([10, 2]);
    expect(await idsOf('?level=3')).toEqual([6, 4]);
    expect(await idsOf('?code=4101')).toEqual([10, 2, 1]);
    expect(await idsOf(`?receiver=${stage.rx[1]}`)).toEqual([7, 6, 2]);
    expect(await idsOf(`?from=${at(2)}&until=${at(4)}`)).toEqual([5, 4, 3]);
    expect(await idsOf('?snoozed=yes')).toEqual([]);
    expect(await idsOf('?snoozed=no&level=2')).toEqual([8, 7, 3]);
    const first = await ask('?limit=4');
    expect([first.more, first.alarms.map(({ id }) => id)]).toEqual([true, [10, 9, 8, 7]]);
    const last = await ask('?limit=6&before=7');
    expect([last.more, last.alarms.map(({ id }) => id)]).toEqual([false, [6, 5, 4, 3, 2, 1]]);
  });

  test('a recovery is in the row of the alarm that it ended, and that is found by any time at which it lasted (ALP-8)', async () => {
    expect(await idsOf('?folded=yes')).toEqual([10, 9, 6, 5, 4, 2, 1]);
    expect(await idsOf('?folded=yes&limit=3&before=9')).toEqual([6, 5, 4]);
    expect(await idsOf(`?folded=yes&from=${at(2)}&until=${at(4)}`), '1 ended then, 2 lasted').toEqual([5, 4, 2, 1]);
    expect(await idsOf(`?folded=yes&from=${at(7.5)}`), '2 lasts').toEqual([10, 9, 2]);
    expect(await idsOf('?folded=yes&level=2'), 'recoveries are asked for').toEqual([8, 7, 3]);
    expect(await idsOf('?folded=yes&code=2100')).toEqual([3]);
    expect(await idsOf('?folded=yes&lasting=yes')).toEqual([10, 2]);
  });

  test('nothing else is read, and of no other system', async () => {
    for (const query of [
      '?level=5',
      '?code=99',
      '?lasting=no',
      '?folded=no',
      '?limit=501',
      '?before=0',
      `?from=${at(2)}&until=${at(1)}`,
    ])
      expect([query, (await viewer.call('GET', `/alarms/history${query}`)).status]).toEqual([query, 400]);
  });

  test('a beacon is silent until the same one is heard there again, whatever others do (ALP-1, ALM-20)', async () => {
    const [one] = stage.rx;
    const silences = [
      { rxId: one, code: 4200, at: at(20), alias: 'T-0001' }, // 11: until 15
      { rxId: one, code: 4200, at: at(21), alias: 'T-0002' }, // 12: ongoing
      { rxId: one, code: 4300, at: at(22), alias: 'T-0003' }, // 13: until 14
      { rxId: one, code: 2300, at: at(23), alias: 'T-0003' }, // 14
      { rxId: one, code: 2200, at: at(24), alias: 'T-0001' }, // 15
    ];
    await addAlarms(stage.host.database, 'river', silences);
    const { alarms } = await ask('?limit=5');
    expect(alarms[4]).toMatchObject({ alias: 'T-0001', receiver: 'A' });
    expect(alarms.map(({ id, endedAt, isLasting }) => [id, endedAt, isLasting])).toEqual([
      [15, null, false],
      [14, null, false],
      [13, at(23), false],
      [12, null, true],
      [11, at(24), false],
    ]);
  });

  test('a recovery stays where nothing was before it, or another recovery ended that (ALP-8)', async () => {
    const [one] = stage.rx;
    await addAlarms(stage.host.database, 'river', [
      { rxId: one, code: 2200, at: at(25), alias: 'T-0001' }, // 16: 15 ended its alarm
      { rxId: one, code: 2300, at: at(26), alias: 'T-0001' }, // 17: from no voltage monitor
      { rxId: one, code: 2102, at: at(27) }, // 18: its receiver's voltage was never low
    ]);
    expect(await idsOf('?folded=yes&limit=6')).toEqual([18, 17, 16, 13, 12, 11]);
  });

  test('what was noticed late is found by the time at which it began (ALP-8)', async () => {
    const missed = { since: at(28), minutes: 5 };
    await addAlarms(stage.host.database, 'river', [{ rxId: stage.rx[0], code: 4103, at: at(33), missed }]); // 19
    expect(await idsOf(`?folded=yes&until=${at(28)}&limit=1`)).toEqual([19]);
    expect(await idsOf(`?until=${at(28)}&limit=1`)).toEqual([18]);
  });

  test('of a receiver that was retired nothing lasts', async () => {
    await planted(stage.host.database)
      .updateTable('receivers')
      .set({ retired_at: new Date() })
      .where('id', '=', stage.rx[1] ?? 0)
      .execute();
    expect(await idsOf('?lasting=yes')).toEqual([12, 10]);
  });
});
