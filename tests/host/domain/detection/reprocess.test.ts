import { once } from 'node:events';
import fc from 'fast-check';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import { reprocess, reprocessing, reprocessJob, type ReprocessParts } from '../../../../host/domain/detection/reprocess.ts';
import {
  cancelReprocess,
  estimateReprocess,
  restoreReprocess,
  startReprocess,
} from '../../../../host/domain/detection/reprocess-requests.ts';
import { LastingFailure, type JobTry } from '../../../../host/platform/jobs/job-kind.ts';
import { type Jobs, startJobs } from '../../../../host/platform/jobs/jobs.ts';
import type { Db } from '../../../../host/platform/store/database.ts';
import { currentDetectionConfig, saveDetectionConfig } from '../../../../host/platform/store/detection/detection-configs.ts';
import { clearStaged } from '../../../../host/platform/store/detection/staged-results.ts';
import { findReprocess, summaryOf } from '../../../../host/platform/store/detection/reprocess-jobs.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { DetectionParameters } from '#model/entities/detection-config.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { burstsOf, detectionStage, hourMs, passage, start } from '../../../support/detection-stage.ts';
import { transmitter } from '../../../support/transmitter-samples.ts';
import { runs } from '../../../support/thorough.ts';

/** Detections of the past with other settings: staged, all or nothing, and restored (DET-17 to DET-19). */

const on = detectionStage();
const { store, kept } = on;
const system = () => on.stage().river;
const database = () => on.stage().host.database;
const rx = () => on.stage().rx;

/** Removes all contacts and resets the settings. */
async function beginAgain(): Promise<void> {
  await on.hearNothing();
  await on.beginSettings();
  const { pool } = database();
  await pool.query(`delete from data_floors where system_id = $1`, [system()]);
  await pool.query('delete from dropped_contact_days');
  await pool.query('delete from jobs.job where name = $1', [reprocessJob.name]);
  await pool.query(
    `insert into jobs.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds, deletion_seconds,
      partition, table_name, heartbeat_seconds)
      values ($1, 'singleton', 19, 1, true, 3600, 86400, 86400, false, 'job_common', 10) on conflict do nothing`,
    [reprocessJob.name],
  );
}
beforeEach(beginAgain);

/** Follows the stored contacts, and what that leaves to do. */
async function followAll(follower = new SystemFollower(database(), system()), now = Date.now()): Promise<void> {
  await on.follow(follower, now);
  await expect.poll(async () => (await follower.pass(now))?.isMore, { timeout: 20_000, interval: 20 }).toBe(false);
}

const original = () => currentDetectionConfig(database(), system());

async function save(parameters: Partial<DetectionParameters>) {
  const systemId = system();
  const { id } = await database().db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const order = { systemId, parameters: { ...(await original()), ...parameters }, modifiedBy: id, changeReason: null };
  return saveDetectionConfig(database(), order);
}

/** The tests run background jobs by hand: a requested job is stored as one that a host is running. */
const askedFor = () => ({
  enqueue: async (_: unknown, inputs: readonly unknown[]) => {
    const id = crypto.randomUUID();
    await database().pool.query(
      `insert into jobs.job (id, name, data, state, expire_seconds, heartbeat_seconds, started_on, heartbeat_on)
        values ($1, $2, $3, 'active', 3600, 3600, now(), now())`,
      [id, reprocessJob.name, JSON.stringify({ input: inputs[0] })],
    );
    return [id];
  },
  cancel: () => Promise.resolve(),
});

type Wish = { from?: number; to?: number; chunkHours?: number; throttleSeconds?: number };

/** Requests a job; from and to in hours after the start. */
async function ask({ from = 0, to = 8, chunkHours = 2, throttleSeconds = 0 }: Wish = {}, now = Date.now()): Promise<string> {
  const { id } = await database().db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const wish = { start: start + from * hourMs, end: start + to * hourMs, chunkHours, throttleSeconds, createdBy: id };
  return startReprocess({ database: database(), jobs: askedFor() }, system(), wish, now);
}

const partsOf = (more: Partial<ReprocessParts> = {}): ReprocessParts => ({
  database: database(),
  bus: on.stage().host.bus,
  jobs: () => Promise.resolve(askedFor()),
  ...more,
});

const attemptOf = (more: Partial<JobTry> = {}): JobTry => ({
  number: 1,
  signal: new AbortController().signal,
  progress: () => undefined,
  hold: () => Promise.resolve(),
  ...more,
});

const jobOf = async (id: string) => (await findReprocess(database(), system(), id))?.job;

/** Counts the staged rows of one side. */
async function aside(side: 'found' | 'replaced'): Promise<number> {
  const { rows } = await database().pool.query<{ count: number }>(
    `select ((select count(*) from aside_hours where side = $1) + (select count(*) from aside_parts where side = $1)
      + (select count(*) from aside_detections where side = $1))::integer as count`,
    [side],
  );
  return rows[0]?.count ?? 0;
}

/** Returns all stored data about detections, in a fixed order. */
async function everything(): Promise<unknown> {
  const { rows } = await database().pool.query(
    `select (select json_agg(hours order by rx_id, hour) from detection_hours hours where system_id = $1) as hours,
      (select json_agg(parts order by rx_id, hour, given_hour, part::text) from detection_parts parts where system_id = $1) as parts,
      (select json_agg(made order by rx_id, hour, ant, transmitter_id) from detections made where system_id = $1) as detections`,
    [system()],
  );
  return rows[0];
}

const contactOf = ({ rx: at, ...contact }: { rx: number } & Partial<Contact>) =>
  sampleContact({ ...contact, rxId: rx()[at as 0 | 1] });
const unlike = (contacts: readonly Contact[]) => [...new Map(contacts.map((each) => [JSON.stringify(each), each])).values()];

const otherSettings = fc.constantFrom<Partial<DetectionParameters>>(
  { minimumHits: 3 },
  { minimumHits: 1 },
  { minimumHits: 5, intervalToleranceMultiplier: 3 },
  { minimumAveragePower: -82 },
  // The same settings: runs continue across the ends of the range.
  {},
);

/** A passage while the hour turns: its runs continue across the ends of the range. */
const passageAtTurn = fc
  .tuple(passage, fc.integer({ min: 1, max: 5 }), fc.nat(120_000))
  .map(([those, turn, before]) =>
    those.map((each) => ({ ...each, ts: start + turn * hourMs - before + each.ts - (those[0]?.ts ?? 0) })),
  );
const anyPassage = fc.oneof(passage, passageAtTurn, passageAtTurn);

/** The fields of each contact. */
const burst = { rx: 1, ant: 1, code: 17, freq: 150.1, type: 18, power: -80 } as const;

const scene = fc.record({
  passages: fc.array(anyPassage, { minLength: 1, maxLength: 14 }),
  late: fc.array(anyPassage, { maxLength: 6 }),
  from: fc.integer({ min: 0, max: 4 }),
  hours: fc.integer({ min: 1, max: 4 }),
  chunkHours: fc.integer({ min: 1, max: 5 }),
  settings: otherSettings,
  isFollowedMeanwhile: fc.boolean(),
  kills: fc.array(fc.nat(9), { maxLength: 3 }),
});

/** A later hour yielded the run; in an hour between, contacts arrive only after the job. */
const heardBetween = {
  passages: [
    [
      { ...burst, ts: start + hourMs - 5_038 },
      { ...burst, ts: start + hourMs - 1 },
    ],
    [{ ...burst, ts: start + 2 * hourMs }],
  ],
  late: [[{ ...burst, ts: start + 2 * hourMs - 1 }]],
  from: 0,
  hours: 1,
  chunkHours: 1,
  settings: { minimumHits: 3 },
  isFollowedMeanwhile: false,
  kills: [],
};

test(
  'whatever comes meanwhile and whenever a host dies: what one look by the settings of each hour detects (DET-17, DET-18)',
  { timeout: 400_000 },
  async () => {
    await fc.assert(
      fc
        .asyncProperty(scene, async ({ passages, late, from, hours, chunkHours, settings, isFollowedMeanwhile, kills }) => {
          const [early, later] = [passages, late].map((those) => those.map((each) => each.map(contactOf))) as [
            Contact[][],
            Contact[][],
          ];
          await store(unlike(early.flat()));
          await followAll();
          const before = await kept();
          const old = await original();
          const present = Object.keys(settings).length === 0 ? old : await save(settings);
          const id = await ask({ from, to: from + hours, chunkHours, throttleSeconds: 1 });
          const to = Math.min(from + hours, 8);

          const follower = new SystemFollower(database(), system());
          let isUnseen = true;
          const rest = async () => {
            const [some] = later.splice(0, 1);
            if (some !== undefined) await store(some);
            if (isFollowedMeanwhile) await followAll(follower);
            // No part of the result is visible before all of it is.
            else isUnseen &&= JSON.stringify(await kept()) === JSON.stringify(before);
          };
          const left = [...kills, Infinity];
          for (let number = 1; (await jobOf(id))?.status === 'running'; number += 1) {
            let writes = left.shift() ?? Infinity;
            const hold = () => ((writes -= 1) < 0 ? Promise.reject(new Error('the host died')) : Promise.resolve());
            await reprocess(partsOf({ rest, maxBuffered: 1 }), id, attemptOf({ number, hold })).catch((error: Error) =>
              expect(error.message).toBe('the host died'),
            );
          }
          expect(await jobOf(id)).toMatchObject({ status: 'completed', progressPct: 100, error: null });
          expect(isUnseen).toBe(true);
          for (const some of later.splice(0)) await store(some);
          await followAll();

          const all = unlike([...early, ...late.map((each) => each.map(contactOf))].flat());
          const isIn = (hour: number) => start + from * hourMs <= hour && hour < start + to * hourMs;
          expect(await kept()).toEqual(on.expected(all, (hour) => (isIn(hour) ? present : old)));

          await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id);
          await followAll();
          expect(await kept(), 'restored, with what came since').toEqual(on.expected(all, () => old));
          await clearStaged(database(), null);
          expect([await aside('found'), await aside('replaced')]).toEqual([0, 0]);
        })
        .beforeEach(beginAgain),
      { numRuns: runs(20), examples: [[heardBetween]] },
    );
  },
);

const newest = () =>
  database().db.selectFrom('reprocess_jobs').select('id').orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();

/** Stores and follows two hours with two and five bursts, then sets the minimum to three hits. */
async function twoAndFive(): Promise<void> {
  await store([...burstsOf(rx()[0], start + hourMs, 2), ...burstsOf(rx()[0], start + 5 * hourMs, 5)]);
  await followAll();
  await save({ minimumHits: 3 });
}

const hits = async () => (await kept()).map((row) => row['hits']);

/** Returns whether this transaction puts the whole result in place. */
const isInPlace = async ({ db }: Db, id: string) =>
  (await db.selectFrom('reprocess_jobs').select('status').where('id', '=', id).executeTakeFirst())?.status === 'completed';

describe('what a job found', () => {
  test('is seen all at once, says what it added, removed and kept, and is taken back to the last row (DET-18, DET-19)', async () => {
    await store([
      ...burstsOf(rx()[0], start + hourMs, 2),
      ...burstsOf(rx()[0], start + 5 * hourMs, 5),
      ...burstsOf(rx()[1], start + 2 * hourMs - 12_000, 9, { ant: 2 }),
      ...burstsOf(rx()[1], start + 6 * hourMs, 1),
    ]);
    await followAll();
    const before = await everything();
    await save({ minimumHits: 3 });
    await followAll();
    const id = await ask();
    expect(await jobOf(id)).toMatchObject({
      status: 'running',
      blocksProcessed: 0,
      totalBlocks: 4,
      added: null,
      isRestorable: false,
    });
    const seen: unknown[] = [];
    const hold = async (within: Db) => {
      if (await isInPlace(within, id)) seen.push(await everything());
    };
    await reprocess(partsOf(), id, attemptOf({ hold }));
    expect(seen, 'until it is committed').toEqual([before]);
    expect(await hits()).toEqual([5, 3, 6]);
    const { id: transmitterId } = on.sought()[0]!;
    expect(await jobOf(id)).toMatchObject({
      blocksProcessed: 4,
      added: 0,
      removed: 1,
      kept: 3,
      isRestorable: true,
      restoredAt: null,
    });
    expect(await summaryOf(database(), system(), id)).toEqual({
      rows: [
        { transmitterId, receiverId: rx()[0], added: 0, removed: 1, kept: 1 },
        { transmitterId, receiverId: rx()[1], added: 0, removed: 0, kept: 2 },
      ],
      totalRows: 2,
    });
    await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id);
    expect(await everything()).toEqual(before);
    expect(await jobOf(id)).toMatchObject({ status: 'completed', isRestorable: false, restoredAt: expect.any(Number) as number });
  });

  test('counts for an hour of which something is heard only later, until it is restored (DET-18)', async () => {
    await twoAndFive();
    await reprocess(partsOf(), await ask(), attemptOf());
    await store(burstsOf(rx()[0], start + 3 * hourMs, 2));
    await followAll();
    expect(await hits(), 'two are too few there, too').toEqual([5]);
    await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), (await newest()).id);
    await store(burstsOf(rx()[0], start + 4 * hourMs, 2));
    await followAll();
    expect(await hits(), 'the hours go by what they went by before, those that are heard later, too').toEqual([2, 2, 2, 5]);
  });

  test('gives each part of a run once, also where the hour after it gave it before (DET-19)', async () => {
    const turn = start + 2 * hourMs;
    await store([turn - 5_038, turn - 1].flatMap((ts) => burstsOf(rx()[0], ts, 1)));
    await followAll();
    const id = await ask({ from: 1, to: 2 });
    await reprocess(partsOf(), id, attemptOf());
    await store(burstsOf(rx()[0], turn, 1));
    await followAll();
    const after = await kept();
    await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id);
    await followAll();
    expect(await kept()).toEqual(after);
  });

  test('is followed in more hours than one transaction has room for (DET-16)', async () => {
    await twoAndFive();
    const hours = Array.from({ length: 230 }, (_, at) => start - (at + 1) * hourMs);
    const late = hours.flatMap((hour) => burstsOf(rx()[0], hour, hour % (2 * hourMs) === 0 ? 2 : 3));
    let isStored = false;
    const rest = async () => {
      if (!isStored) await store(late);
      isStored = true;
    };
    await reprocess(partsOf({ rest }), await ask({ from: -240, throttleSeconds: 1 }), attemptOf());
    await followAll();
    expect(
      (await hits()).filter((count) => count === 2),
      'none of the two hits is kept',
    ).toEqual([]);
    expect(await hits()).toHaveLength(115 + 1);
  }, 60_000);

  test.each([{ minimumHits: 3 }, {}])(
    'is right in every hour though what follows it has no room yet, and so is what is restored: %o (DET-16, DET-18)',
    { timeout: 60_000 },
    async (settings) => {
      // One run through all hours.
      const contacts = Array.from({ length: 8 * 36 }, (_, at) => burstsOf(rx()[0], start + at * 100_000, 1)).flat();
      await store(contacts);
      await followAll();
      if (Object.keys(settings).length > 0) await save(settings);
      const all = Array.from({ length: 8 }, () => 36);
      expect(await hits()).toEqual(all);
      const limits = { pass: 2, exchange: 0 };
      const passes = async () => {
        const follower = new SystemFollower(database(), system(), limits);
        let isMore = true;
        for (let pass = 0; isMore && pass < 60; pass += 1) {
          isMore = (await follower.pass(Date.now()))?.isMore ?? true;
          expect(await hits(), `after pass ${pass}`).toEqual(all);
        }
        expect(isMore).toBe(false);
      };
      const id = await ask({ from: 0, to: 2 });
      await reprocess(partsOf({ limits }), id, attemptOf());
      expect(await hits(), 'in place').toEqual(all);
      await passes();
      await restoreReprocess({ database: database(), bus: on.stage().host.bus, limits }, system(), id);
      expect(await hits(), 'restored').toEqual(all);
      await passes();
      const one = await original();
      expect(await kept()).toEqual(on.expected(contacts, () => one));
    },
  );

  test('that got much meanwhile does not hold up what comes live (DET-16)', async () => {
    await twoAndFive();
    const late = Array.from({ length: 40 }, (_, at) => burstsOf(rx()[0], start - (at + 1) * hourMs, 3)).flat();
    let isStored = false;
    const rest = async () => {
      if (!isStored) await store(late);
      isStored = true;
    };
    const limits = { pass: 4, exchange: 4 };
    const id = await ask({ from: -48, throttleSeconds: 1 });
    await followAll();
    await reprocess(
      partsOf({
        rest: async () => {
          await rest();
          await followAll();
        },
        limits,
      }),
      id,
      attemptOf(),
    );
    const current = Math.floor(Date.now() / hourMs) * hourMs;
    await store(burstsOf(rx()[1], current, 4));
    await on.follow(new SystemFollower(database(), system(), limits));
    expect((await kept()).filter((row) => row['rx_id'] === rx()[1])).toMatchObject([{ hits: 4 }]);
    const { rows } = await database().pool.query<{ left: number }>('select count(*)::integer as left from hours_left');
    expect(rows[0]?.left, 'of the range much is left').toBeGreaterThan(20);
    await followAll();
    expect(await hits()).toHaveLength(40 + 1 + 1);
  }, 60_000);

  test("moves a tag's last contact, and tells consoles (REG-25)", async () => {
    await twoAndFive();
    const { host } = on.stage();
    const body = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 900, age: 700 };
    const { animal } = (await on.ada().call('POST', '/animals', { body })).json as { animal: { id: number } };
    const tag = {
      AnimalId: animal.id,
      TransmitterId: on.sought()[0]!.id,
      releaseTime: new Date(start).toISOString().slice(0, 19).replace('T', ' '),
      releaseLatitude: null,
      releaseLongitude: null,
      retrieveTime: null,
      retrieveLatitude: null,
      retrieveLongitude: null,
    };
    expect((await on.ada().call('POST', '/tags', { body: { tagData: tag } })).status).toBe(200);
    await followAll();
    const last = async () =>
      ((await on.ada().call('GET', '/tags')).json as { tags: { lastContacted: string | null }[] }).tags[0]?.lastContacted ?? null;
    expect(await last()).toContain(new Date(start + 5 * hourMs).toISOString().slice(11, 14));
    await save({ minimumHits: 6 });
    const told = () =>
      host.events.flatMap((event) =>
        event.kind === 'message' && event.message.type === 'invalidate' ? [event.message.payload] : [],
      );
    const id = await ask();
    const before = told().length;
    await reprocess(partsOf(), id, attemptOf());
    expect(told().slice(before), 'the transmitter is a beacon, too').toEqual([['tags', 'beacons']]);
    await followAll();
    expect(await last()).toBe(null);
    await restoreReprocess({ database: database(), bus: host.bus }, system(), id);
    expect(told().slice(before + 1)).toEqual([['tags', 'beacons']]);
    await followAll();
    expect(await last()).not.toBe(null);
  });
});

describe('the present hour', () => {
  const hour = start + 5 * hourMs;
  const at = (minutes: number) => hour + minutes * 60_000;
  const bursts = (minutes: number, count: number, of: 0 | 1 = 0) => burstsOf(rx()[of], at(minutes), count);
  const restore = (id: string, now: number) =>
    restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id, now);

  test('may be taken: it has the settings of the job to its end, until it is restored (DET-15, DET-17, DET-19)', async () => {
    const follower = new SystemFollower(database(), system());
    await store(bursts(20, 2));
    await followAll(follower, at(21));
    await on.saveAt({ minimumHits: 3 }, at(25));
    await followAll(follower, at(26));
    expect(await hits()).toEqual([2]);
    const id = await ask({ from: 4.5, to: 5.5 }, at(30));
    expect(await jobOf(id)).toMatchObject({ startTime: hour - hourMs, endTime: hour + hourMs, configVersion: 2 });
    await reprocess(partsOf({ now: () => at(31) }), id, attemptOf());
    expect(await hits()).toEqual([]);
    await store([...bursts(40, 2), ...bursts(45, 4)]);
    await followAll(follower, at(46));
    expect(await hits(), 'what comes later in it goes by them, too').toEqual([4]);
    await on.saveAt({ minimumHits: 5 }, at(50));
    await store(bursts(61, 4));
    await followAll(follower, at(62));
    expect(await hits(), 'what is saved after it counts from the next hour').toEqual([4]);
    await store(bursts(55, 2, 1));
    await followAll(follower, at(63));
    expect(await hits(), 'what comes late goes by them at a receiver, too, that had heard nothing').toEqual([4]);
    await restore(id, at(70));
    await followAll(follower, at(71));
    expect(await hits(), 'by the settings that the hour began with').toEqual([8, 2]);
  });

  test('that is restored before it is over goes on by the settings that it began with (DET-19)', async () => {
    const follower = new SystemFollower(database(), system());
    await store(bursts(20, 2));
    await followAll(follower, at(21));
    await on.saveAt({ minimumHits: 3 }, at(25));
    const id = await ask({ from: 5, to: 5.5 }, at(30));
    await reprocess(partsOf({ now: () => at(31) }), id, attemptOf());
    await store(bursts(35, 2));
    await followAll(follower, at(36));
    expect(await hits()).toEqual([]);
    await restore(id, at(40));
    expect(await hits(), 'with what came since, at once').toEqual([4]);
    await store(bursts(45, 2));
    await followAll(follower, at(46));
    expect(await hits()).toEqual([6]);
  });

  test('has what it got while the job ran as soon as the result is in place, however little room there is (DET-18)', async () => {
    await store(bursts(20, 3));
    await followAll(undefined, at(21));
    const id = await ask({ from: 5, to: 5.5 }, at(30));
    let writes = 0;
    const hold = async () => {
      // By the second write the job has read its contacts.
      if ((writes += 1) === 2) await store([...bursts(30, 3), ...bursts(30, 3, 1)]);
    };
    await reprocess(partsOf({ now: () => at(31), limits: { pass: 2, exchange: 0 } }), id, attemptOf({ hold }));
    expect(await hits()).toEqual([6, 3]);
  });

  test('goes by the transmitters of now, also where the job began by others (DET-15)', async () => {
    await store(bursts(20, 3));
    await followAll(undefined, at(21));
    const id = await ask({ from: 5, to: 5.5 }, at(30));
    const setInterval = (ms: number) => {
      const txData = { ...transmitter('TX-000001', 17, 150.1), emitInterval: ms };
      return on.ada().call('PUT', `/transmitters/${on.sought()[0]!.id}`, { body: { txData } });
    };
    try {
      expect((await setInterval(7_000)).status).toBe(200);
      await followAll(undefined, at(31));
      expect(await hits()).toEqual([]);
      await reprocess(partsOf({ now: () => at(32) }), id, attemptOf());
      expect(await hits()).toEqual([]);
    } finally {
      await setInterval(5_000);
    }
  });
});

describe('a job', () => {
  test('skips empty chunks without a rest, and rests between the others (DET-17)', async () => {
    await twoAndFive();
    const rests: number[] = [];
    const rest = (ms: number) => Promise.resolve(void rests.push(ms));
    const id = await ask({ from: -24 * 365, chunkHours: 1, throttleSeconds: 7 });
    const progress: number[] = [];
    await reprocess(partsOf({ rest }), id, attemptOf({ progress: ({ done }) => void progress.push(done) }));
    expect(rests, 'between the two that have contacts, and before the rest is seen to be empty').toEqual([7_000, 7_000]);
    expect(progress.at(-1)).toBe(24 * 365 + 8);
    expect(await jobOf(id)).toMatchObject({ totalBlocks: 24 * 365 + 8, blocksProcessed: 24 * 365 + 8 });
  });

  test('that rests for long is handed on, and goes on where it was (DET-17)', async () => {
    await twoAndFive();
    const id = await ask({ throttleSeconds: 1 });
    const asked: unknown[] = [];
    const enqueue = (_: unknown, inputs: readonly unknown[]) => {
      asked.push(...inputs);
      return Promise.resolve([crypto.randomUUID()]);
    };
    const parts = partsOf({ rest: () => Promise.resolve(), maxTryMs: 0, jobs: () => Promise.resolve({ enqueue }) });
    const steps: unknown[] = [];
    for (let number = 0; number < 5 && (await jobOf(id))?.status === 'running'; number += 1) {
      await reprocess(parts, id, attemptOf());
      steps.push((await jobOf(id))?.blocksProcessed);
    }
    expect(steps).toEqual([1, 3, 4]);
    expect(asked).toEqual(Array.from({ length: 2 }, () => ({ systemId: system(), reprocessId: id })));
    expect(await hits()).toEqual([5]);
  });

  test('that is cancelled is so at once, and changes nothing: between chunks, and while it is put in place (DET-19)', async () => {
    await twoAndFive();
    await followAll();
    const before = await everything();
    const parts = { database: database(), jobs: askedFor() };
    const resting = await ask({ throttleSeconds: 1 });
    const rest = async () => {
      await cancelReprocess(parts, system(), resting);
      expect(await jobOf(resting)).toMatchObject({ status: 'cancelled' });
    };
    await reprocess(partsOf({ rest }), resting, attemptOf());
    const placing = await ask();
    const hold = async (within: Db) => {
      if (await isInPlace(within, placing)) {
        // Not awaited here: it waits for this transaction.
        cancelled = cancelReprocess(parts, system(), placing);
        throw new Error('the host died');
      }
    };
    let cancelled = Promise.resolve();
    await reprocess(partsOf(), placing, attemptOf({ hold })).catch((error: Error) => expect(error.message).toBe('the host died'));
    await cancelled;
    await reprocess(partsOf(), placing, attemptOf({ number: 2 }));
    expect([await jobOf(resting), await jobOf(placing)]).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
    expect(await everything()).toEqual(before);
    await clearStaged(database(), null);
    expect([await aside('found'), await aside('replaced')]).toEqual([0, 0]);
    await expect(cancelReprocess(parts, system(), placing)).rejects.toThrow('The job is already over');
  });

  test('that fails for good says why and changes nothing; one that has tries left goes on (DET-17)', async () => {
    await twoAndFive();
    await followAll();
    const before = await everything();
    const id = await ask();
    const hold = () => Promise.reject(new Error('secret of the host'));
    await expect(reprocess(partsOf(), id, attemptOf({ number: 19, hold }))).rejects.toThrow('secret');
    expect(await jobOf(id)).toMatchObject({ status: 'running' });
    await expect(reprocess(partsOf(), id, attemptOf({ number: 20, hold }))).rejects.toThrow('secret');
    expect(await jobOf(id)).toMatchObject({ status: 'failed', error: 'Something went wrong on the host. See its log.' });
    expect(await everything()).toEqual(before);
    expect(await aside('found')).toBe(0);
  });

  test('runs alone in its system: of two asked for at once one is refused, and so is a restoring (DET-17, DET-19)', async () => {
    await twoAndFive();
    const done = await ask();
    await reprocess(partsOf(), done, attemptOf());
    const asked = await Promise.allSettled([ask(), ask()]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(asked.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, message: 'A reprocessing job is already running' },
    });
    const restoring = { database: database(), bus: on.stage().host.bus };
    const running = (asked.find((each) => each.status === 'fulfilled') as PromiseFulfilledResult<string>).value;
    await expect(restoreReprocess(restoring, system(), running)).rejects.toThrow('not completed');
    expect(await jobOf(done)).toMatchObject({ isRestorable: false });
    await expect(restoreReprocess(restoring, system(), done)).rejects.toThrow('A reprocessing job is running');
    await reprocess(partsOf(), running, attemptOf());
    await expect(restoreReprocess(restoring, system(), done)).rejects.toThrow('Another job was completed since');
    await restoreReprocess(restoring, system(), running);
    await expect(restoreReprocess(restoring, system(), running)).rejects.toThrow('restored already');
    await expect(restoreReprocess(restoring, on.stage().lake, running)).rejects.toMatchObject({ status: 404 });
  });

  test('that was completed is not done once more, and one that never was is no trouble (JOB-3)', async () => {
    await twoAndFive();
    const id = await ask();
    await reprocess(partsOf(), id, attemptOf());
    const after = await everything();
    await reprocess(partsOf(), id, attemptOf({ number: 2, hold: () => Promise.reject(new Error('written once more')) }));
    await reprocess(partsOf(), crypto.randomUUID(), attemptOf());
    expect(await everything()).toEqual(after);

    // A host that dies just after completing a job leaves its staged rows, here more than one step deletes.
    await database().pool.query(
      `insert into aside_hours (job_id, side, rx_id, hour, config_version, senders, end_state)
        select $1, 'found', rx, to_timestamp(at * 3600), 1, '', '' from generate_series(1, 3) as rx, generate_series(1, 15000) as at`,
      [id],
    );
    const replaced = await aside('replaced');
    await reprocess(partsOf(), id, attemptOf({ number: 3 }));
    expect([await aside('found'), await aside('replaced')]).toEqual([0, replaced]);
    expect(replaced).toBeGreaterThan(0);
  });
});

test(
  'a job of a host that stops is gone on with by another one, and is done once (JOB-2, DET-17)',
  { timeout: 60_000 },
  async () => {
    await twoAndFive();
    const log = pino({ level: 'silent' });
    const done: string[] = [];
    const resting = Promise.withResolvers<void>();
    const startHost = async (name: string, rest: ReprocessParts['rest']) => {
      const up = Promise.withResolvers<Jobs>();
      const work = reprocessing(partsOf({ jobs: () => up.promise, ...(rest === undefined ? {} : { rest }) }));
      const noted = {
        ...work,
        work: (input: unknown, attempt: JobTry) => work.work(input, attempt).then(() => void done.push(name)),
      };
      up.resolve(await startJobs({ database: database(), log, works: [noted], timeoutMs: 300, lookSeconds: 0.5 }));
      return up.promise;
    };
    const first = await startHost('first', async (_, signal) => {
      resting.resolve();
      await once(signal, 'abort');
      signal.throwIfAborted();
    });
    const { id: createdBy } = await database().db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const wish = { start, end: start + 8 * hourMs, chunkHours: 2, throttleSeconds: 60, createdBy };
    const id = await startReprocess({ database: database(), jobs: first }, system(), wish);
    await resting.promise;
    const second = await startHost('second', () => Promise.resolve());
    await first.close();
    await expect.poll(async () => (await jobOf(id))?.status, { timeout: 45_000, interval: 50 }).toBe('completed');
    await second.close();
    expect([done, await hits()]).toEqual([['second'], [5]]);
  },
);

describe('contacts that were deleted (RET-5)', () => {
  const deleteUpTo = (hour: number) =>
    database().pool.query(
      `insert into data_floors (system_id, sort, before, announced) values ($1, 'contacts', $2, 0)
        on conflict (system_id, sort) do update set before = excluded.before`,
      [system(), new Date(hour)],
    );

  test('leave what was detected as it is: a job begins after them, also where they go while it is at them', async () => {
    await twoAndFive();
    await deleteUpTo(start + 2 * hourMs);
    const later = await ask();
    expect(await jobOf(later)).toMatchObject({ startTime: start + 2 * hourMs });
    await reprocess(partsOf(), later, attemptOf());
    expect(await hits()).toEqual([2, 5]);

    await deleteUpTo(start);
    const meanwhile = await ask({ chunkHours: 1 });
    // At the first write, the job has read nothing yet.
    let isDeleted = false;
    const hold = async () => {
      if (!isDeleted) await deleteUpTo(start + 3 * hourMs);
      isDeleted = true;
    };
    await reprocess(partsOf(), meanwhile, attemptOf({ hold }));
    expect(await jobOf(meanwhile)).toMatchObject({ status: 'completed', startTime: start + 3 * hourMs, totalBlocks: 5 });
    expect(await hits()).toEqual([2, 5]);
  });

  const deleteContactsUpTo = async (hour: number) => {
    await deleteUpTo(hour);
    await database().pool.query('delete from contacts where system_id = $1 and ts < $2', [system(), new Date(hour)]);
  };

  test('before what waits is followed leave what was detected: live, and once a result is restored', async () => {
    await twoAndFive();
    await followAll();
    const id = await ask();
    await store(burstsOf(rx()[0], start + hourMs + 60_000, 1));
    await reprocess(partsOf(), id, attemptOf());
    await followAll();
    await store(burstsOf(rx()[0], start + 5 * hourMs + 60_000, 1));
    await deleteContactsUpTo(start + 6 * hourMs);
    await followAll();
    expect(await hits()).toEqual([3, 5]);
    await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id);
    await followAll();
    expect(await hits()).toEqual([2, 5]);
  });

  const dayMs = 24 * hourMs;
  const midnight = Math.floor(start / dayMs) * dayMs;
  const dropDay = async (day: number) => {
    const { rows } = await database().pool.query<{ days: number }>('select drop_contact_partition($1::date) as days', [
      new Date(day).toISOString().slice(0, 10),
    ]);
    expect(rows[0]?.days).toBe(1);
  };
  const inHours = (from: number, to: number) => (day: number) => ({
    from: (day - start) / hourMs + from,
    to: (day - start) / hourMs + to,
  });
  const hitsByHour = async (day: number) =>
    (await kept()).map((row) => [((row['hour'] as Date).getTime() - day) / hourMs, row['hits']]);

  test('of a day that was dropped by hand within a range stay as they are, back and forth (STO-3)', async () => {
    const day = midnight - 10 * dayMs;
    const [a] = rx();
    await store([
      ...burstsOf(a, day - 5 * hourMs, 2),
      ...burstsOf(a, day - 12_000, 6),
      ...burstsOf(a, day + 12 * hourMs, 2),
      ...burstsOf(a, day + dayMs - 12_000, 6),
      ...burstsOf(a, day + dayMs + 5 * hourMs, 5),
    ]);
    await followAll();
    const all = [
      [-5, 2],
      [-1, 3],
      [0, 3],
      [12, 2],
      [23, 3],
      [24, 3],
      [29, 5],
    ];
    expect(await hitsByHour(day)).toEqual(all);
    const before = await everything();
    await dropDay(day);
    await save({ minimumHits: 3 });
    const id = await ask({ ...inHours(-24, 48)(day), chunkHours: 7 });
    expect(
      await estimateReprocess(database(), system(), {
        start: day - dayMs,
        end: day + 2 * dayMs,
        chunkHours: 12,
        throttleSeconds: 0,
      }),
    ).toMatchObject({ totalChunks: 6, emptyChunks: 4, contacts: 2 + 3 + 3 + 5 });
    await reprocess(partsOf({ maxBuffered: 1 }), id, attemptOf());
    const reprocessed = [
      [-1, 3],
      [0, 3],
      [12, 2],
      [23, 3],
      [24, 3],
      [29, 5],
    ];
    expect(await hitsByHour(day)).toEqual(reprocessed);
    expect(await jobOf(id)).toMatchObject({ added: 0, removed: 1, kept: 3 });
    await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id);
    expect(await everything()).toEqual(before);

    await reprocess(partsOf(), await ask({ ...inHours(-24, 48)(day), chunkHours: 12 }), attemptOf());
    // Two more contacts on each side of the day: runs across it still know what they found inside it.
    await store([...burstsOf(a, day - 22_000, 2), ...burstsOf(a, day + dayMs + 18_000, 2)]);
    await followAll();
    const late = [
      [-1, 5],
      [0, 3],
      [12, 2],
      [23, 3],
      [24, 5],
      [29, 5],
    ];
    expect(await hitsByHour(day)).toEqual(late);
  });

  test.each([
    [{ minimumHits: 4 }, [[0, 3]]] as const,
    [
      {},
      [
        [-1, 3],
        [0, 3],
      ],
    ] as const,
  ])('of a day that was dropped just after a range stay, and runs end before it: %o (STO-3)', async (settings, left) => {
    const day = midnight - ('minimumHits' in settings ? 20 : 30) * dayMs;
    const [a] = rx();
    await store([...burstsOf(a, day - 12_000, 6), ...burstsOf(a, day + 2 * dayMs, 2)]);
    await followAll();
    const before = await kept();
    await dropDay(day);
    if ('minimumHits' in settings) await save(settings);
    const id = await ask(inHours(-24, 0)(day));
    await reprocess(partsOf(), id, attemptOf());
    expect(await hitsByHour(day)).toEqual([...left, [48, 2]]);
    // After the restore, late contacts extend the run before the day, and hits after the day are not counted
    // twice.
    await restoreReprocess({ database: database(), bus: on.stage().host.bus }, system(), id);
    expect(await kept()).toEqual(before);
    await store(burstsOf(a, day - 22_000, 2));
    await followAll();
    expect(await hitsByHour(day)).toEqual([
      [-1, 5],
      [0, 3],
      [48, 2],
    ]);
  });

  test('of a whole range leave nothing to do', async () => {
    await twoAndFive();
    const id = await ask();
    const hold = async () => void (await deleteUpTo(start + 8 * hourMs));
    await expect(reprocess(partsOf(), id, attemptOf({ hold }))).rejects.toBeInstanceOf(LastingFailure);
    expect(await jobOf(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('were deleted while the job ran') as string,
    });
    await expect(ask()).rejects.toMatchObject({ status: 400, field: 'startDate' });
    expect(await hits()).toEqual([2, 5]);
  });
});

test('an estimate names whole hours, and counts chunks, empty ones, contacts, and the time with rests (DET-17)', async () => {
  await twoAndFive();
  const present = start + 8 * hourMs;
  const now = present + 30 * 60_000;
  const wish = { start: start + 30_000, end: now + 99 * hourMs, chunkHours: 2, throttleSeconds: 60 };
  const estimate = (more: Partial<typeof wish> = {}) => estimateReprocess(database(), system(), { ...wish, ...more }, now);
  const hours = { startTime: start, endTime: present + hourMs };
  expect(await estimate()).toEqual({ ...hours, totalChunks: 5, emptyChunks: 3, contacts: 7, estimatedDuration: 1 });
  expect(await estimate({ end: present })).toMatchObject({ endTime: present, totalChunks: 4, emptyChunks: 2 });
  expect(await estimate({ throttleSeconds: 0 })).toMatchObject({ estimatedDuration: 0 });
  const none = { emptyChunks: 0, contacts: 0, estimatedDuration: 0 };
  expect(await estimate({ start: now })).toEqual({ ...none, ...hours, startTime: present, totalChunks: 1, emptyChunks: 1 });
  const next = present + hourMs;
  expect(await estimate({ start: next })).toEqual({ ...none, startTime: next, endTime: next, totalChunks: 0 });
  await expect(estimate({ chunkHours: 1.5 })).rejects.toMatchObject({ status: 400, field: 'chunkSize' });
});

test('the transmitters of a job are those of its beginning (DET-17)', async () => {
  await twoAndFive();
  const id = await ask();
  const { id: transmitterId } = on.sought()[0]!;
  const txData = (ms: number) => ({ txData: { ...transmitter('TX-000001', 17, 150.1), emitInterval: ms } });
  await on.ada().call('PUT', `/transmitters/${transmitterId}`, { body: txData(7_000) });
  try {
    await reprocess(partsOf(), id, attemptOf());
    expect(await hits()).toEqual([5]);
  } finally {
    await on.ada().call('PUT', `/transmitters/${transmitterId}`, { body: txData(5_000) });
  }
});
