import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#model/contract/table.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { bringReports, plantModem } from '../../../support/modem-reports.ts';
import { saidTexts } from '../../../support/modem-texts.ts';
import { planted } from '../../../support/planted.ts';

/** GET modems and their series (REG-10, REG-28, REG-29). */

const minute = 60_000;
/** The start of an hour some days ago. */
const start = Math.floor((Date.now() - 3 * 86_400_000) / 3_600_000) * 3_600_000;

let stage: ChangeStage;
let vera: Sitter;
let [gate, spare, foreign] = [0, 0, 0];
beforeAll(async () => {
  stage = await changeStage();
  vera = await stage.sit('vera', 4);
  const { database } = stage.host;
  const site = planted(database).insertInto('sites').values({ system_id: 'river', alias: 'Weir' }).returning('id');
  const { id: siteId } = await site.executeTakeFirstOrThrow();
  [spare, gate] = [await plantModem(database, 'spare'), await plantModem(database, 'Gate', 'river', siteId)];
  foreign = await plantModem(database, 'Pier', 'lake');
});
afterAll(() => stage.close());

const seriesOf = async (id: number, what: string, from: number, to: number, sitter = vera) =>
  sitter.call('GET', `/modems/${id}/${what}?modemId=${id}&timeSelect=range&range=${from},${to}`);

describe('the modems of a system', () => {
  test('are listed by name with what is known of each; of one that never reported nothing is (REG-28)', async () => {
    await bringReports(stage.host.database, gate, [
      { ts: start, supplyVoltage: 12.45, coreTemperature: 20, texts: saidTexts },
      { ts: start + minute, supplyVoltage: 13, rssi: -71 },
    ]);
    await bringReports(stage.host.database, foreign, [{ ts: start, supplyVoltage: 1 }], 'lake');
    const { status, json } = await vera.call('GET', '/modems');
    const known = { ...saidTexts, supplyVoltage: 13, coreTemperature: 20, rssi: -71, lastContacted: start + minute };
    const none = Object.fromEntries(Object.keys(known).map((name) => [name, null]));
    const listed = [
      { id: gate, name: 'Gate', ...known },
      { id: spare, name: 'spare', ...none },
    ];
    expect([status, json]).toEqual([200, { modems: listed }]);
  });

  test('have series with the site where they are, of each thing that they measure (REG-29)', async () => {
    const point = (time: number, value: number) => ({ time, value, minimum: value, maximum: value, siteName: 'Weir' });
    for (const [what, points] of [
      ['voltage', [point(start, 12.45), point(start + minute, 13)]],
      ['temperature', [point(start, 20)]],
      ['rssi', [point(start + minute, -71)]],
    ] as const)
      expect(await seriesOf(gate, what, start, start + 2 * minute)).toMatchObject({ status: 200, json: { stepMs: 0, points } });
    await bringReports(stage.host.database, spare, [{ ts: start, rssi: -5 }]);
    const { json } = await seriesOf(spare, 'rssi', 0, Date.now() + 10 * 86_400_000);
    expect(json).toMatchObject({ points: [{ value: -5, siteName: '' }] });
    const reports = Array.from({ length: 600 }, (_, at) => ({ ts: start + at * minute, coreTemperature: at % 10 }));
    await bringReports(stage.host.database, spare, reports.slice(1));
    const { json: stepped } = await seriesOf(spare, 'temperature', start, start + 600 * minute);
    const { stepMs, points } = stepped as ReplyOf<'getModemTemperature'>;
    expect(stepMs).toBe(2 * minute);
    expect(points[1]).toEqual({ time: start + 2 * minute, value: 2.5, minimum: 2, maximum: 3, siteName: '' });
  });

  test('are nobody’s who does not belong to the system, nor of another one (ROLE-6, CALL-19)', async () => {
    const stranger = await stage.sit('stranger', null);
    const neighbour = await stage.sit('neighbour', 1, 'lake');
    expect((await stranger.call('GET', '/modems')).status).toBe(403);
    expect((await seriesOf(gate, 'voltage', start, start + minute, stranger)).status).toBe(403);
    const { json } = await neighbour.call('GET', '/modems');
    expect((json as ReplyOf<'listModems'>).modems.map(({ name }) => name)).toEqual(['Pier']);
    for (const [sitter, id] of [
      [neighbour, gate],
      [vera, foreign],
      [vera, 999_999],
    ] as const) {
      const answer = await seriesOf(id, 'rssi', start, start + minute, sitter);
      expect([answer.status, answer.json]).toMatchObject([404, { error: { message: `There is no modem ${id} here` } }]);
    }
  });

  test('are asked for with a range of their own (CALL-6)', async () => {
    for (const query of [
      '',
      `?modemId=${spare}&timeSelect=range&range=1,2`,
      `?modemId=${gate}&timeSelect=recent&range=1,2`,
      `?modemId=${gate}&timeSelect=range&range=2,1`,
    ])
      expect([query, (await vera.call('GET', `/modems/${gate}/rssi${query}`)).status]).toEqual([query, 400]);
  });
});
