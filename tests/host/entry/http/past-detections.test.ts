import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { burstsOf, detectionStage, hourMs, start } from '../../../support/detection-stage.ts';
import { planted } from '../../../support/planted.ts';
import { transmitter } from '../../../support/transmitter-samples.ts';
import type { Sitter } from '../../../support/change-stage.ts';

const on = detectionStage();
const { store } = on;
const [a, b] = [() => on.stage().rx[0], () => on.stage().rx[1]];
let vera: Sitter;
let first: number;
beforeAll(async () => {
  vera = await on.stage().sit('vera', 4);
  first = on.sought()[0]?.id ?? 0;
});
beforeEach(async () => {
  await on.hearNothing();
  await on.beginSettings();
});

const follow = () => on.follow(new SystemFollower(on.stage().host.database, on.stage().river));
const write = (id: number, part: object) =>
  on.ada().call('PUT', `/transmitters/${id}`, { body: { txData: { ...transmitter('TX-000001', 17, 150.1), ...part } } });

describe('the hours that were followed without a transmitter as it is now (DET-23)', () => {
  const outdated = async (id = first, query = '') => {
    const { json } = await vera.call('GET', `/transmitters/${id}/detections/outdated${query}`);
    return (json as { hours: { from: number; to: number } | null }).hours;
  };
  const heard = { from: start + 2 * hourMs, to: start + 6 * hourMs };
  beforeEach(async () => {
    await store([
      ...burstsOf(a(), heard.from + 60_000, 12),
      ...burstsOf(b(), heard.to - hourMs + 60_000, 12),
      ...burstsOf(a(), start, 12, { code: 18 }),
      // Noise has no transmitter, and beepers have no code.
      ...burstsOf(a(), start + hourMs, 12, { type: 4 }),
      ...burstsOf(a(), start + hourMs, 12, { type: 7 }),
    ]);
    await follow();
  });

  test.each([
    ['its interval', { emitInterval: 5_100 }],
    ['its interval variance', { emitIntervalVariance: 90 }],
    ['its frequency variance', { frequencyVariance: 2 }],
  ])('after an edit of %s they are those that heard it, until it is as it was', async (_, part) => {
    expect(await outdated(), 'nothing was edited').toBeNull();
    await write(first, part);
    expect(await outdated()).toEqual(heard);
    expect(await outdated(first, `?startTime=${heard.to - hourMs}`)).toEqual({ from: heard.to - hourMs, to: heard.to });
    expect(await outdated(first, `?endTime=${heard.from + 1}`)).toEqual({ from: heard.from, to: heard.from + hourMs });
    expect(await outdated(first, `?startTime=${heard.to}&endTime=${heard.from}`)).toBeNull();
    await write(first, {});
    expect(await outdated()).toBeNull();
  });

  test('after an edit of its code they are those that detected it by the old one, and those that heard the new one', async () => {
    await write(first, { codeNumber: 18, frequency: 150.1 });
    expect(await outdated()).toEqual({ from: start, to: heard.to });
    await write(first, {});
  });

  test('a serial number or a purpose matters to no hour', async () => {
    await write(first, { serialNumber: 'TX-00000X', purpose: 0 });
    expect(await outdated()).toBeNull();
    await write(first, {});
  });

  test('a transmitter that is made after it was heard has those that heard it; what follows that has it', async () => {
    const { json } = await on.ada().call('POST', '/transmitters', { body: { txData: transmitter('TX-LATE', 17, 150.101) } });
    const { id } = json as { id: number };
    expect(await outdated(id)).toEqual(heard);
    await store(burstsOf(a(), Date.now() - 40_000, 6));
    await follow();
    expect(await outdated(id), 'the present hour goes by what is set now').toEqual(heard);
    const { rowCount } = await on
      .stage()
      .host.database.pool.query(
        'update detection_hours set senders = (select senders from detection_hours order by hour desc limit 1) where system_id = $1',
        [on.stage().river],
      );
    expect(rowCount).toBeGreaterThan(0);
    expect(await outdated(id), 'as reprocessing leaves them').toBeNull();
    await on.ada().call('DELETE', `/transmitters?ids=${id}`);
  });

  test('an hour whose contacts are deleted cannot be reprocessed', async () => {
    const { pool } = on.stage().host.database;
    await write(first, { emitInterval: 5_100 });
    await pool.query(`insert into data_floors (system_id, sort, before, announced) values ($1, 'contacts', $2, 0)`, [
      on.stage().river,
      new Date(heard.from + hourMs),
    ]);
    expect(await outdated()).toEqual({ from: heard.to - hourMs, to: heard.to });
    await pool.query('delete from data_floors where system_id = $1', [on.stage().river]);
    await write(first, {});
  });

  test('of another system there is none', async () => {
    const stranger = await on.stage().sit('stranger', 4, on.stage().lake);
    expect((await stranger.call('GET', `/transmitters/${first}/detections/outdated`)).status).toBe(404);
  });
});

describe('transmitters in use that are heard and not detected (DET-24)', () => {
  const undetected = async () =>
    ((await vera.call('GET', '/transmitters/undetected')).json as { undetected: object[] }).undetected;
  const every = (ms: number, count: number, part = {}) =>
    Array.from({ length: count }, (_, at) =>
      sampleContact({ rxId: a(), code: 17, freq: 150.1, type: 18, ts: start + 137 + at * ms, ...part }),
    );
  const wrong = (count: number, part = {}) => every(7_171, count, part);
  const registered = { emitInterval: 7_100, emitIntervalVariance: 5 };
  beforeEach(() => write(first, registered));
  const said = { codeNumber: 17, frequency: 150.1, contacts: 30, measuredInterval: 7_171 };

  test('say what interval was measured, until one detection of the day is there', async () => {
    await store(wrong(30));
    await follow();
    expect(await on.kept()).toEqual([]);
    expect(await undetected()).toEqual([{ TransmitterId: first, ...said }]);
    await store(every(7_100, 6, { rxId: b() }));
    await follow();
    expect(await undetected()).toEqual([]);
  });

  test.each<[string, () => ReturnType<typeof wrong>]>([
    ['of 19 contacts', () => wrong(19)],
    ['of contacts before the past day', () => wrong(30).map((each) => ({ ...each, ts: each.ts - 24 * hourMs }))],
    ['of noise', () => wrong(30, { type: 4 })],
    ['of beepers', () => wrong(30, { type: 7 })],
    ['of another frequency', () => wrong(30, { freq: 150.11 })],
  ])('nothing is said %s', async (_, contacts) => {
    await store(contacts());
    await follow();
    expect(await undetected()).toEqual([]);
  });

  test('nothing is said of one that is not in use, and where any time fits', async () => {
    await store(wrong(30));
    await follow();
    await write(first, { ...registered, purpose: 0 });
    expect(await undetected(), 'it is on no animal').toEqual([]);
    await write(first, { ...registered, emitIntervalVariance: 1_775 });
    expect(await undetected()).toEqual([]);
    await write(first, registered);
    expect(await undetected()).toHaveLength(1);
  });

  test('of a receiver that is retired nothing counts', async () => {
    const retire = (retired_at: Date | null) =>
      planted(on.stage().host.database).updateTable('receivers').set({ retired_at }).where('id', '=', a()).execute();
    await store(wrong(30));
    await follow();
    await retire(new Date());
    expect(await undetected()).toEqual([]);
    await retire(null);
  });
});
