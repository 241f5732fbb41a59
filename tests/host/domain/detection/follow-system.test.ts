import { beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { detectionConfigNow, saveDetectionConfig } from '../../../../host/platform/store/detection/detection-configs.ts';
import { systemsToFollow } from '../../../../host/platform/store/detection/followed-hours.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { ChangeStage } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import {
  burstsOf as of,
  detectionStage,
  hourMs,
  interval,
  passage,
  start,
  transmitter,
} from '../../../support/detection-stage.ts';

/** Contacts that are stored, in whatever order, become detections (DET-14 to DET-16, REG-25). */

const on = detectionStage();
const { hearNothing, store, follow, kept } = on;
beforeEach(hearNothing);

/** What one detector makes of all contacts in order of time. */
async function expected(contacts: readonly Contact[]) {
  const now = await detectionConfigNow(on.stage().host.database, on.stage().river);
  return on.expected(contacts, () => now);
}

let stage: ChangeStage;
beforeEach(() => {
  stage = on.stage();
});

test('in whatever order and by whichever host: what one look at all of it detects (DET-14)', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(passage, { minLength: 1, maxLength: 16 }),
        fc.array(fc.nat(5), { minLength: 1, maxLength: 20 }),
        fc.nat(3),
        fc.boolean(),
        async (passages, lots, otherHost, isWhole) => {
          // A receiver brings a passage as it comes, or parts of all of them late.
          const heard = passages.flatMap((passage, at) => passage.map((one) => ({ one, passage: at })));
          const lotOf = (at: number, of: number) => lots[(isWhole ? of : at) % lots.length];
          const batches = Map.groupBy(
            heard.map(({ one: { rx, ...contact }, passage: of }, at) => ({
              lot: lotOf(at, of),
              contact: sampleContact({ ...contact, rxId: stage.rx[rx as 0 | 1] }),
            })),
            ({ lot }) => lot,
          );
          const contacts = [...batches.values()].flat().map(({ contact }) => contact);
          const hosts = [
            new SystemFollower(stage.host.database, stage.river),
            new SystemFollower(stage.host.database, stage.river),
          ];
          for (const [at, batch] of [...batches.values()].entries()) {
            await store(batch.map(({ contact }) => contact));
            await follow(hosts[at % 4 < otherHost ? 1 : 0]!);
          }
          // Contacts that are the same are stored once.
          const once = [...new Map(contacts.map((each) => [JSON.stringify(each), each])).values()];
          expect(await kept()).toEqual(await expected(once));
        },
      )
      .beforeEach(hearNothing),
    { numRuns: 20 },
  );
});

test('hours that come late before one that was followed are each followed (DET-14)', async () => {
  const follower = new SystemFollower(stage.host.database, stage.river);
  const at = (hour: number) =>
    [0, 1, 2].map((burst) =>
      sampleContact({ rxId: stage.rx[0], code: 17, freq: 150.1, type: 18, ts: start + hour * hourMs + burst * interval }),
    );
  await store(at(5));
  await follow(follower);
  await store([...at(1), ...at(3)]);
  await follow(follower);
  expect(await kept()).toEqual(await expected([...at(1), ...at(3), ...at(5)]));
});

test('what comes late just before an hour that is followed belongs to its runs (DET-14)', async () => {
  const follower = new SystemFollower(stage.host.database, stage.river);
  const turn = start + 5 * hourMs;
  const waits = async () => (await systemsToFollow(stage.host.database)).includes(stage.river);
  const later = of(stage.rx[0], turn + 40_000, 3, { code: 18 });
  await store(later);
  expect(await waits()).toBe(true);
  await follow(follower);
  expect(await waits(), 'a system of which all is followed costs no pass').toBe(false);
  const late = of(stage.rx[0], turn - 2 * interval, 2);
  await store(late);
  await follow(follower);
  const next = of(stage.rx[0], turn + 100_000, 2, { code: 18 });
  await store(next);
  await follow(follower);
  expect(await kept()).toEqual(await expected([...late, ...later, ...next]));
});

test('a late contact is noticed whatever nobody looks for was heard after the last one (DET-14)', async () => {
  const follower = new SystemFollower(stage.host.database, stage.river);
  const from = start + hourMs;
  const [one, two] = of(stage.rx[0], from, 2);
  await store([two!, ...of(stage.rx[0], from + 20_000, 1, { code: 995 })]);
  await follow(follower);
  await store([one!]);
  await follow(follower);
  expect(await kept()).toEqual(await expected([one!, two!]));
  expect(await kept()).toHaveLength(1);
});

test('late contacts are followed by the transmitters of their hour; another interval counts from now on (DET-15)', async () => {
  const follower = new SystemFollower(stage.host.database, stage.river);
  const current = Math.floor(Date.now() / hourMs) * hourMs;
  await store([...of(stage.rx[0], start, 3), ...of(stage.rx[0], start + 2 * hourMs, 3), ...of(stage.rx[0], current, 3)]);
  await follow(follower);
  const hits = async () => (await kept()).map((row) => row['hits']);
  expect(await hits()).toEqual([3, 3, 3]);
  const { id } = on.sought()[0]!;
  const { pool } = stage.host.database;
  const setInterval = async (ms: number) => {
    const txData = { ...transmitter('TX-000001', 17, 150.1), emitInterval: ms };
    expect((await on.ada().call('PUT', `/transmitters/${id}`, { body: { txData } })).status).toBe(200);
  };
  try {
    await setInterval(7_000);
    await store(of(stage.rx[0], start + 3 * interval, 1));
    await follow(follower);
    expect(await hits(), 'the present hour goes by the new one, which fits none').toEqual([4, 3]);
    const { rows } = await pool.query<{ count: number }>(
      'select count(distinct senders)::integer as count from detection_hours where system_id = $1',
      [stage.river],
    );
    expect(rows[0]?.count).toBe(2);
  } finally {
    await setInterval(interval);
  }
});

test('of more hours than one transaction follows the rest waits for the next, and none is lost (DET-16)', async () => {
  const follower = new SystemFollower(stage.host.database, stage.river);
  const hours = Array.from({ length: 230 }, (_, at) => start - at * hourMs);
  const contacts = hours.flatMap((hour) => of(stage.rx[0], hour, 2));
  await store(contacts);
  await follow(follower);
  await expect.poll(async () => (await follower.pass(Date.now()))?.isMore, { timeout: 20_000, interval: 20 }).toBe(false);
  expect(await kept()).toEqual(await expected(contacts));
});

describe('the settings', () => {
  const bursts = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      sampleContact({ rxId: stage.rx[0], code: 17, freq: 150.1, type: 18, ts: from + at * interval }),
    );

  test('that are in force at the end of an hour are those of the hour, also for what comes late (DET-15)', async () => {
    const follower = new SystemFollower(stage.host.database, stage.river);
    await store(bursts(start + 1_000, 3));
    await follow(follower);
    expect(await kept()).toMatchObject([{ hits: 3 }]);
    const now = await detectionConfigNow(stage.host.database, stage.river);
    await saveDetectionConfig(stage.host.database, {
      systemId: stage.river,
      parameters: { ...now, minimumHits: 5 },
      modifiedBy: (await stage.host.database.db.selectFrom('users').select('id').executeTakeFirstOrThrow()).id,
      changeReason: null,
    });
    const current = Math.floor(Date.now() / hourMs) * hourMs;
    await store([...bursts(current + 1_000, 4), ...bursts(current - hourMs, 3), ...bursts(start + 60_000, 2)]);
    await follow(follower, Date.now());
    expect(await kept(), 'four are too few in the hour in which five are asked for').toMatchObject([
      { hour: new Date(start), hits: 5 },
      { hour: new Date(current - hourMs), hits: 3 },
    ]);
    const { rows } = await stage.host.database.pool.query<{ config_version: number }>(
      'select config_version from detection_hours where system_id = $1 order by hour',
      [stage.river],
    );
    expect(rows.map((row) => row.config_version)).toEqual([now.version, now.version, now.version + 1]);
    await stage.host.database.pool.query('delete from detection_configs where system_id = $1 and version > $2', [
      stage.river,
      now.version,
    ]);
    await stage.host.database.pool.query(
      'update detection_configs set effective_to = null where system_id = $1 and version = $2',
      [stage.river, now.version],
    );
  });
});

test("a tag's last contact is of a run between its release and its retrieval; late data never move it back (REG-25)", async () => {
  const body = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 900, age: 700 };
  const { animal } = (await on.ada().call('POST', '/animals', { body })).json as { animal: { id: number } };
  const time = (ts: number) => new Date(ts).toISOString().slice(0, 19).replace('T', ' ');
  const tag = {
    AnimalId: animal.id,
    TransmitterId: on.sought()[0]!.id,
    releaseTime: time(start + hourMs),
    releaseLatitude: null,
    releaseLongitude: null,
    retrieveTime: null,
    retrieveLatitude: null,
    retrieveLongitude: null,
  };
  expect((await on.ada().call('POST', '/tags', { body: { tagData: tag } })).status).toBe(200);
  const follower = new SystemFollower(stage.host.database, stage.river);
  const last = async () =>
    (
      (await on.ada().call('GET', '/tags')).json as { tags: { lastContacted: string | null; ReceiverId: number | null }[] }
    ).tags.map(({ lastContacted, ReceiverId }) => [lastContacted, ReceiverId]);
  const [a, b] = stage.rx;

  await store(of(a, start, 5));
  await follow(follower);
  expect(await last(), 'before its release it is no contact of the tag').toEqual([[null, null]]);
  await store(of(a, start + 3 * hourMs, 1));
  await follow(follower);
  expect(await last(), 'one hit alone is none').toEqual([[null, null]]);
  await store(of(b, start + 3 * hourMs, 2));
  expect(await follow(follower), 'the pass says that a tag was heard').toBe(true);
  expect(await last()).toEqual([[time(start + 3 * hourMs + interval), b]]);
  await store(of(a, start + 2 * hourMs, 4));
  expect(await follow(follower)).toBe(false);
  expect(await last()).toEqual([[time(start + 3 * hourMs + interval), b]]);
  await store(of(a, start + 3 * hourMs + interval, 3));
  await follow(follower);
  expect(await last()).toEqual([[time(start + 3 * hourMs + 3 * interval), a]]);
});
