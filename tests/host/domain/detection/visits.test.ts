import { beforeEach, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { SystemFollower } from '../../../../host/domain/detection/follow-system.ts';
import {
  placeAt,
  receiverPlaces,
  storedVisits,
  visitGapMs,
  wornStretches,
  wornTag,
} from '../../../../host/platform/store/detection/visits.ts';
import { visitsOf } from '#model/visits/visits.ts';
import { burstsOf, detectionStage, hourMs, interval, passage, start } from '../../../support/detection-stage.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import { planted } from '../../../support/planted.ts';
import { runs } from '../../../support/thorough.ts';

/** Visits are kept with the detections that make them (VISIT-2 to VISIT-4). */

const on = detectionStage();
const always = { from: -Infinity, to: Infinity };
let follower: SystemFollower;
let sites: number[] = [];

/** Puts both receivers back to where they always stood: each without a site. */
async function standStill(): Promise<void> {
  const db = planted(on.stage().host.database);
  await db.deleteFrom('tags').where('system_id', '=', on.stage().river).execute();
  await db.deleteFrom('receiver_locations').where('system_id', '=', on.stage().river).execute();
  for (const rx_id of on.stage().rx)
    await db.insertInto('receiver_locations').values({ system_id: on.stage().river, rx_id }).execute();
}

beforeEach(async () => {
  await on.hearNothing();
  await on.beginSettings();
  await standStill();
  follower = new SystemFollower(on.stage().host.database, on.stage().river);
  if (sites.length === 0) sites = [await site('Weir'), await site('Falls')];
});

async function site(alias: string): Promise<number> {
  const made = await planted(on.stage().host.database)
    .insertInto('sites')
    .values({ system_id: on.stage().river, alias })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

const time = (ts: number | null) => (ts === null ? null : new Date(ts).toISOString().slice(0, 19).replace('T', ' '));

async function tag(times: { released?: number | null; retrieved?: number | null } = {}): Promise<number> {
  const body = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 900, age: 700 };
  const { animal } = (await on.ada().call('POST', '/animals', { body })).json as { animal: { id: number } };
  const answer = await on.ada().call('POST', '/tags', { body: { tagData: fieldsOf(animal.id, times) } });
  return (answer.json as { tagData: { id: number } }).tagData.id;
}

const fieldsOf = (AnimalId: number, { released = null, retrieved = null }: Parameters<typeof tag>[0] = {}) => ({
  AnimalId,
  TransmitterId: on.sought()[0]!.id,
  releaseTime: time(released),
  retrieveTime: time(retrieved),
  releaseLatitude: null,
  releaseLongitude: null,
  retrieveLatitude: null,
  retrieveLongitude: null,
});

/** Moves a receiver to a site (null: to none) from a time on, as if that had been noted then. */
async function moveAt(rx_id: number, at: number, site_id: number | null): Promise<void> {
  const db = planted(on.stage().host.database);
  const present = await db
    .selectFrom('receiver_locations')
    .selectAll()
    .where('rx_id', '=', rx_id)
    .where('until', 'is', null)
    .executeTakeFirstOrThrow();
  if (present.since !== null && present.since.getTime() >= at) return;
  await db
    .updateTable('receiver_locations')
    .set({ until: new Date(at) })
    .where('id', '=', present.id)
    .execute();
  await db
    .insertInto('receiver_locations')
    .values({ system_id: on.stage().river, rx_id, since: new Date(at), site_id })
    .execute();
}

/** Makes passes until no visits wait. */
async function settle(): Promise<void> {
  await on.follow(follower);
  for (let isMore = true; isMore;) isMore = (await follower.pass(Date.now()))?.isMore ?? false;
}

/** Returns the stored visits of a tag, and those that all its stretches make at once. */
async function bothWays(tagId: number) {
  const { database } = on.stage().host;
  const { river } = on.stage();
  const worn = (await wornTag(database, river, tagId))!;
  const places = await receiverPlaces(database, river, null);
  const stretches = (await wornStretches(database, river, worn, always)).filter(({ doubt }) => doubt === null);
  const placed = stretches.map((each) => ({ ...each, siteId: placeAt(places, each.rxId, each.from)?.siteId ?? null }));
  const byPlace = (one: { arrived: number; siteId: number | null; ownRxId: number | null }) => [
    one.arrived,
    one.siteId ?? 0,
    one.ownRxId ?? 0,
  ];
  const sorted = (some: ReturnType<typeof visitsOf>) =>
    some.toSorted((one, other) => String(byPlace(one)).localeCompare(String(byPlace(other))));
  return { stored: sorted(await storedVisits(database, tagId, always)), plain: sorted(visitsOf(placed, visitGapMs)) };
}

/** Returns when a tag was last contacted (REG-25), in ms, and by which receiver. */
async function lastContact(tagId: number) {
  const row = await on
    .stage()
    .host.database.db.selectFrom('tag_contacts')
    .selectAll()
    .where('tag_id', '=', tagId)
    .executeTakeFirst();
  return row === undefined ? null : [row.last_contacted?.getTime(), row.rx_id];
}

test(
  'in whatever order contacts, moves and times of tags arrive: what all stretches make at once (VISIT-4)',
  { timeout: 240_000 },
  async () => {
    const at = fc.integer({ min: 0, max: 8 * 60 }).map((minute) => start + minute * 60_000);
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('heard' as const),
          passages: fc.array(passage, { minLength: 1, maxLength: 6 }),
        }),
      },
      fc
        .record({ kind: fc.constant('times' as const), released: fc.option(at), retrieved: fc.option(at) })
        .filter(({ released, retrieved }) => released === null || retrieved === null || retrieved > released),
      fc.record({
        kind: fc.constant('moved' as const),
        rx: fc.constantFrom(0 as const, 1 as const),
        at,
        site: fc.option(fc.constantFrom(0, 1)),
      }),
    );
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const id = await tag();
          for (const each of steps) {
            if (each.kind === 'heard')
              await on.store(
                each.passages
                  .flat()
                  .map(({ rx, ...contact }) => sampleContact({ ...contact, code: 17, rxId: on.stage().rx[rx as 0 | 1] })),
              );
            if (each.kind === 'moved')
              await moveAt(on.stage().rx[each.rx], each.at, each.site === null ? null : sites[each.site]!);
            if (each.kind === 'times') {
              const set = {
                release_time: each.released === null ? null : new Date(each.released),
                retrieve_time: each.retrieved === null ? null : new Date(each.retrieved),
              };
              await planted(on.stage().host.database).updateTable('tags').set(set).where('id', '=', id).execute();
            }
            await settle();
            const { stored, plain } = await bothWays(id);
            expect(stored).toEqual(plain);
          }
          const { stored } = await bothWays(id);
          const last = stored.toSorted((one, other) => other.left - one.left || one.lastRxId - other.lastRxId)[0];
          expect(await lastContact(id), "'Last Contacted' is the end of the last visit (REG-25)").toEqual(
            last === undefined ? null : [last.left, last.lastRxId],
          );
        })
        .beforeEach(async () => {
          await on.hearNothing();
          await standStill();
        }),
      { numRuns: runs(24) },
    );
  },
);

describe('visits (VISIT-2)', () => {
  test('hits before the release make none; two receivers of a site make one; a site is where the receiver stood then (VISIT-3)', async () => {
    const [a, b] = on.stage().rx;
    const id = await tag({ released: start + hourMs });
    await moveAt(a, start - hourMs, sites[0]!);
    await moveAt(b, start - hourMs, sites[0]!);
    await moveAt(a, start + 5 * hourMs, sites[1]!);
    await on.store([
      ...burstsOf(a, start, 5),
      ...burstsOf(a, start + 2 * hourMs, 5),
      ...burstsOf(b, start + 2.5 * hourMs, 5),
      ...burstsOf(a, start + 6 * hourMs, 5),
    ]);
    await settle();
    const visit = (siteId: number, arrived: number, left: number, firstRxId: number, lastRxId: number) => ({
      siteId,
      ownRxId: null,
      arrived,
      left,
      firstRxId,
      lastRxId,
    });
    expect((await bothWays(id)).stored).toEqual([
      visit(sites[0]!, start + 2 * hourMs, start + 2.5 * hourMs + 4 * interval, a, b),
      visit(sites[1]!, start + 6 * hourMs, start + 6 * hourMs + 4 * interval, a, a),
    ]);
    await planted(on.stage().host.database)
      .updateTable('tags')
      .set({ release_time: new Date(start + 3 * hourMs) })
      .where('id', '=', id)
      .execute();
    await settle();
    expect((await bothWays(id)).stored).toEqual([visit(sites[1]!, start + 6 * hourMs, start + 6 * hourMs + 4 * interval, a, a)]);
  });
});
