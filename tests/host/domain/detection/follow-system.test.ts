import { beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { detectionConfigHistory, currentDetectionConfig } from '../../../../host/platform/store/detection/detection-configs.ts';
import { systemsToFollow } from '../../../../host/platform/store/detection/followed-hours.ts';
import { versionOfHour } from '#model/detection/settings-hours.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { ChangeStage } from '../../../support/change-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { burstsOf as of, detectionStage, hourMs, interval, passage, start } from '../../../support/detection-stage.ts';
import { transmitter } from '../../../support/transmitter-samples.ts';
import { runs } from '../../../support/thorough.ts';

/** Stored contacts become detections in whatever order they arrive (DET-14 to DET-16, REG-25). */

const on = detectionStage();
const { hearNothing, beginSettings, saveAt, store, follow, kept } = on;
beforeEach(hearNothing);
beforeEach(beginSettings);

/** Returns what one detector finds in all contacts in order of time. */
async function expected(contacts: readonly Contact[]) {
  const now = await currentDetectionConfig(on.stage().host.database, on.stage().river);
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
          // A receiver sends a passage as it happens, or parts of all passages late.
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
          // Equal contacts are stored once.
          const once = [...new Map(contacts.map((each) => [JSON.stringify(each), each])).values()];
          expect(await kept()).toEqual(await expected(once));
        },
      )
      .beforeEach(hearNothing),
    { numRuns: runs(20) },
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

test('a pass stores the list of transmitters again after a transaction that stored it was rolled back (DET-15)', async () => {
  const follower = new SystemFollower(stage.host.database, stage.river);
  const exchange = follower.exchange(Date.now(), {
    begin: (_, progress) => Promise.resolve({ to: start, progress, hours: [], affected: [] }),
    end: () => Promise.reject(new Error('rolled back')),
  });
  await expect(exchange).rejects.toThrow('rolled back');
  await store(of(stage.rx[0], start, 3));
  await follow(follower);
  const { rows } = await stage.host.database.pool.query('select mark from detection_senders where system_id = $1', [stage.river]);
  expect(rows).toHaveLength(1);
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
  const hour = start + 5 * hourMs;
  const at = (minutes: number) => hour + minutes * 60_000;
  const hits = async () => (await kept()).map((row) => row['hits']);
  const bursts = (minutes: number, count: number) => of(stage.rx[0], at(minutes), count);

  test('count from the next whole hour: the present one ends by those that it began with (DET-15)', async () => {
    const follower = new SystemFollower(stage.host.database, stage.river);
    await store(bursts(20, 3));
    await follow(follower, at(21));
    await saveAt({ minimumHits: 5 }, at(30));
    await follow(follower, at(31));
    expect(await hits(), 'what was detected stays').toEqual([3]);
    await store(bursts(40, 4));
    await follow(follower, at(41));
    expect(await hits(), 'and so are the next ones detected').toEqual([7]);
    await store(bursts(60, 4));
    await follow(follower, at(61));
    expect(await hits(), 'four are too few in the hour from which five are asked for').toEqual([7]);
    await store([...bursts(65, 6), ...bursts(50, 2), ...bursts(-30, 2)]);
    await follow(follower, at(66));
    expect(await hits(), 'what comes late is of its hour').toEqual([2, 9, 6]);
    const { rows } = await stage.host.database.pool.query<{ config_version: number }>(
      'select config_version from detection_hours where system_id = $1 order by hour',
      [stage.river],
    );
    expect(rows.map((row) => row.config_version)).toEqual([1, 1, 2]);
  });

  test('that are saved last in an hour count in the next one (DET-15)', async () => {
    const follower = new SystemFollower(stage.host.database, stage.river);
    await saveAt({ minimumHits: 9 }, at(10));
    await saveAt({ minimumHits: 4 }, at(20));
    await store([...bursts(30, 3), ...bursts(70, 3), ...bursts(130, 4)]);
    await follow(follower, at(140));
    expect(await hits()).toEqual([3, 4]);
  });

  test('count in all of their hour, also where contacts of it came before they were saved and then no host was up', async () => {
    const follower = new SystemFollower(stage.host.database, stage.river);
    await store(bursts(62, 4));
    await follow(follower, at(58));
    await saveAt({ minimumHits: 5 }, at(59));
    expect(await hits()).toEqual([4]);
    await follow(follower, at(125));
    expect(await hits()).toEqual([]);
  });

  /**
   * Contacts may be stored minutes before their time, as clocks differ, or hours late; the host may pause.
   */
  const minute = 60_000;
  const story = fc.record({
    heard: fc.array(
      fc.record({
        contacts: passage,
        lateMs: fc.oneof(fc.integer({ min: -5 * minute, max: minute }), fc.integer({ min: 0, max: 3 * hourMs })),
        isUp: fc.boolean(),
      }),
      { minLength: 1, maxLength: 14 },
    ),
    saves: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 8 * hourMs - 1 }),
        minimumHits: fc.integer({ min: 1, max: 5 }),
        isUp: fc.boolean(),
      }),
      { maxLength: 5 },
    ),
    isOtherHost: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  });

  test('of an hour are the same whenever they are saved and its contacts come (DET-15)', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc
        .asyncProperty(story, async ({ heard, saves, isOtherHost }) => {
          const { host, river, rx } = stage;
          const contactsOf = (those: (typeof heard)[number]['contacts']) =>
            those.map(({ rx: of, ...contact }) => sampleContact({ ...contact, rxId: rx[of as 0 | 1] }));
          const some = heard.filter(({ contacts }) => contacts.length > 0);
          const arrivals = some.map(({ contacts, lateMs, isUp }) => ({
            at: (contacts.at(-1)?.ts ?? start) + lateMs,
            isUp,
            happen: () => store(contactsOf(contacts)),
          }));
          const saving = saves.map(({ at: after, minimumHits, isUp }) => ({
            at: start + after,
            isUp,
            happen: () => saveAt({ minimumHits }, start + after),
          }));
          const followers = [new SystemFollower(host.database, river), new SystemFollower(host.database, river)] as const;
          const events = [...arrivals, ...saving].toSorted((one, other) => one.at - other.at);
          for (const [nth, event] of events.entries()) {
            await event.happen();
            if (event.isUp) await follow(followers[isOtherHost[nth % isOtherHost.length] === true ? 1 : 0], event.at);
          }
          await follow(followers[0], start + 12 * hourMs);

          const versions = await detectionConfigHistory(host.database, river);
          const all = heard.flatMap(({ contacts }) => contactsOf(contacts));
          const once = [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
          const settings = new Map(versions.map((each) => [each.version, each]));
          expect(await kept()).toEqual(on.expected(once, (of) => settings.get(versionOfHour(versions, of))!));
        })
        .beforeEach(async () => {
          await hearNothing();
          await beginSettings();
        }),
      { numRuns: runs(20) },
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
