import { beforeEach, expect, test } from 'vitest';
import type { TagHistory } from '#model/contract/tag-history-calls.ts';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { type ChangeStage, changeStages, type Sitter } from '../../../support/change-stage.ts';
import { transmitter } from '../../../support/transmitter-samples.ts';

/** The call that tells where a tag went (VISIT-5), in a real database. */

const newStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let vera: Sitter;
let tagId: number;
let fields: Record<string, unknown>;
const day = Date.UTC(2026, 4, 2);
const hour = 3_600_000;

beforeEach(async () => {
  stage = await newStage();
  [ada, vera] = [await stage.sit('ada', 3), await stage.sit('vera', 4)];
  const body = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 900, age: 700 };
  const { animal } = (await ada.call('POST', '/animals', { body })).json as { animal: { id: number } };
  const txData = { ...transmitter('TX-000001', 17, 150.1), emitIntervalVariance: 10, purpose: 0 };
  const { id } = (await ada.call('POST', '/transmitters', { body: { txData } })).json as { id: number };
  fields = {
    AnimalId: animal.id,
    TransmitterId: id,
    releaseTime: '2026-05-01 12:00:00',
    releaseLatitude: 44.9,
    releaseLongitude: -113.6,
    retrieveTime: null,
    retrieveLatitude: null,
    retrieveLongitude: null,
  };
  const made = await ada.call('POST', '/tags', { body: { tagData: fields } });
  tagId = (made.json as { tagData: { id: number } }).tagData.id;
});

type Hits = { rxId: number; at: number; hits?: number; stretches?: number[]; isAmbiguous?: boolean };

/** Stores detections as the host does, and makes a pass that knows they changed. */
async function detect(...all: Hits[]): Promise<void> {
  const { database } = stage.host;
  const rows = all.map(({ rxId, at, hits = 3, stretches = null, isAmbiguous = false }) => ({
    system_id: stage.river,
    rx_id: rxId,
    ant: 1,
    hour: new Date(Math.floor(at / hour) * hour),
    transmitter_id: Number(fields['TransmitterId']),
    hits,
    mean_power: -80,
    power_deviation: 0,
    max_power: -70,
    mean_interval_ms: hits > 1 ? 5_000 : null,
    interval_deviation_ms: hits > 1 ? 1 : null,
    first_ts: new Date(at),
    last_ts: new Date(at + (hits - 1) * 5_000),
    is_ambiguous: isAmbiguous,
    has_rhythm: true,
    config_version: 1,
    stretches,
  }));
  await database.db.insertInto('detections').values(rows).execute();
  await database.pool.query('insert into visits_due (system_id, tag_id) values ($1, $2)', [stage.river, tagId]);
}

const pass = () => new SystemFollower(stage.host.database, stage.river).pass(Date.now());
const history = async (who = vera, id = tagId) => (await who.call('GET', `/tags/${id}/history`)).json as TagHistory;

test('its visits with site, receivers and hits, and the stretches that make none (VISIT-5)', async () => {
  const [a, b] = stage.rx;
  await detect(
    { rxId: a, at: day },
    { rxId: b, at: day + 2 * hour, hits: 1 },
    // Two runs of one hour: one of them is ambiguous.
    {
      rxId: b,
      at: day + 4 * hour,
      stretches: [0, 5_000, 2, -71, 0, 600_000, 605_000, 2, -60, 2],
    },
    { rxId: a, at: day - 5 * 24 * hour },
  );
  expect((await history()).isBehind, 'until the next pass').toBe(true);
  await pass();
  const at = { latitude: null, longitude: null };
  const where = (ReceiverId: number, receiver: string) => ({ ReceiverId, receiver, ...at });
  const doubtful = { SiteId: null, site: 'B', ReceiverId: b, receiver: 'B', ant: 1 };
  expect(await history()).toEqual({
    tag: {
      id: tagId,
      animal: { id: fields['AnimalId'], alias: 'Sam', species: 'Steelhead' },
      transmitter: {
        id: fields['TransmitterId'],
        serialNumber: 'TX-000001',
        frequency: 150.1,
        codeNumber: 17,
        emitInterval: 5_000,
      },
      released: Date.UTC(2026, 4, 1, 12),
      releasePlace: { latitude: 44.9, longitude: -113.6 },
      retrieved: null,
      retrievePlace: at,
    },
    gapMs: hour,
    isBehind: false,
    visits: [
      {
        SiteId: null,
        site: 'A',
        arrived: day,
        left: day + 10_000,
        hits: 3,
        maxPower: -70,
        first: where(a, 'A'),
        last: where(a, 'A'),
      },
      {
        SiteId: null,
        site: 'B',
        arrived: day + 4 * hour,
        left: day + 4 * hour + 5_000,
        hits: 2,
        maxPower: -71,
        first: where(b, 'B'),
        last: where(b, 'B'),
      },
    ],
    unconfirmed: [
      { ...doubtful, from: day + 2 * hour, to: day + 2 * hour, hits: 1, maxPower: -70, isAmbiguous: false },
      { ...doubtful, from: day + 4 * hour + 600_000, to: day + 4 * hour + 605_000, hits: 2, maxPower: -60, isAmbiguous: true },
    ],
    leftOut: 0,
  });
});

test('a change of its times and a move of a receiver change its visits at once (VISIT-4)', async () => {
  const [a, b] = stage.rx;
  await detect({ rxId: a, at: day }, { rxId: b, at: day + 600_000 });
  await pass();
  const visits = async () => (await history()).visits.map(({ site, arrived }) => [site, arrived]);
  expect(await visits()).toEqual([
    ['A', day],
    ['B', day + 600_000],
  ]);
  const edited = { ...fields, releaseTime: '2026-05-02 00:05:00' };
  expect((await ada.call('PUT', `/tags/${tagId}`, { body: { tagData: edited } })).status).toBe(200);
  expect(await visits()).toEqual([['B', day + 600_000]]);
  const { revision } = (await ada.call('PUT', `/tags/${tagId}`, { body: { tagData: fields } })).json as { revision: number };
  expect(await visits()).toHaveLength(2);
  expect((await ada.call('POST', `/changes/${revision}/undo`)).status).toBe(200);
  expect(await visits(), 'undone').toEqual([['B', day + 600_000]]);
  expect((await history()).isBehind).toBe(false);
});

test('a tag that is not there, or of another system, is none (CALL-3)', async () => {
  const lake = await stage.sit('lara', 4, stage.lake);
  expect(await vera.call('GET', `/tags/${tagId + 1}/history`)).toMatchObject({
    status: 404,
    json: { error: { message: `There is no tag ${tagId + 1} in this system` } },
  });
  expect((await lake.call('GET', `/tags/${tagId}/history`)).status).toBe(404);
});
