import { beforeEach, expect, test } from 'vitest';
import { settleTags } from '../../../../../host/platform/store/detection/detections.ts';
import { settleVisits } from '../../../../../host/platform/store/detection/visits.ts';
import { changeStages, type ChangeStage, type Sitter } from '../../../../support/change-stage.ts';
import { transmitter } from '../../../../support/transmitter-samples.ts';

/** Which detections move 'Last Contacted' (REG-25). */

const newStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let transmitterId: number;
let tagId: number;
beforeEach(async () => {
  stage = await newStage();
  ada = await stage.sit('ada', 3);
  const body = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 900, age: 700 };
  const { animal } = (await ada.call('POST', '/animals', { body })).json as { animal: { id: number } };
  const txData = { ...transmitter('TX-000001', 17, 150.1), emitIntervalVariance: 10, purpose: 0 };
  const made = await ada.call('POST', '/transmitters', { body: { txData } });
  ({ id: transmitterId } = made.json as { id: number });
  const none = { releaseLatitude: null, releaseLongitude: null, retrieveLatitude: null, retrieveLongitude: null };
  const times = { releaseTime: '2026-05-01 12:00:00', retrieveTime: '2026-05-03 12:30:00' };
  const tagData = { AnimalId: animal.id, TransmitterId: transmitterId, ...times, ...none };
  ({ id: tagId } = ((await ada.call('POST', '/tags', { body: { tagData } })).json as { tagData: { id: number } }).tagData);
});

test.each([
  ['a run of two hits', '2026-05-02 10:00', '2026-05-02 10:10', 5_000, false, '2026-05-02 10:10:00'],
  ['single hits, which have no interval', '2026-05-02 10:00', '2026-05-02 10:10', null, false, null],
  ['an ambiguous one', '2026-05-02 10:00', '2026-05-02 10:10', 5_000, true, null],
  ['one before the release', '2026-05-01 10:00', '2026-05-01 10:10', 5_000, false, null],
  ['one after the retrieval', '2026-05-03 12:31', '2026-05-03 12:40', 5_000, false, null],
  [
    'one that goes on after the retrieval, by its first hit',
    '2026-05-03 12:20',
    '2026-05-03 12:40',
    5_000,
    false,
    '2026-05-03 12:20:00',
  ],
  [
    'one that begins before the release, by its last hit',
    '2026-05-01 11:50',
    '2026-05-01 12:10',
    5_000,
    false,
    '2026-05-01 12:10:00',
  ],
] as const)('%s', async (_, first, last, interval, isAmbiguous, contacted) => {
  const { database } = stage.host;
  await database.db
    .insertInto('detections')
    .values({
      system_id: stage.river,
      rx_id: stage.rx[0],
      ant: 1,
      hour: new Date(`${first.slice(0, 13)}:00Z`),
      transmitter_id: transmitterId,
      hits: 2,
      mean_power: -80,
      power_deviation: 0,
      max_power: -80,
      mean_interval_ms: interval,
      interval_deviation_ms: interval === null ? null : 1,
      first_ts: new Date(`${first}Z`),
      last_ts: new Date(`${last}Z`),
      is_ambiguous: isAmbiguous,
      has_rhythm: true,
      config_version: 1,
    })
    .execute();
  await settleVisits(database, stage.river, new Map(), null);
  expect(await settleTags(database, stage.river, null, true)).toBe(contacted !== null);
  const { tags } = (await ada.call('GET', '/tags')).json as { tags: { lastContacted: string | null }[] };
  expect(tags.map(({ lastContacted }) => lastContacted)).toEqual([contacted]);
  expect(await settleTags(database, stage.river, [tagId], true), 'a second look changes nothing').toBe(false);
});
