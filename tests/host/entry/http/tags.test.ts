import { beforeEach, expect, test } from 'vitest';
import type { Tag } from '#model/registry/tags/tag.ts';
import { type ChangeStage, changeStages, type Sitter } from '../../../support/change-stage.ts';
import { until } from '../../../support/live-stage.ts';
import type { Answer } from '../../../support/test-browser.ts';

/** The calls of tags (REG-8, REG-23), in a real database. */

const newStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let vera: Sitter;
let animals: number[];
let transmitters: number[];
beforeEach(async () => {
  stage = await newStage();
  [ada, vera] = [await stage.sit('ada', 3), await stage.sit('vera', 4)];
  animals = [await animal('Sam'), await animal('Lou')];
  transmitters = [await transmitter('TX-0001'), await transmitter('TX-0002')];
});

async function animal(alias: string): Promise<number> {
  const body = { alias, species: 'Steelhead', gender: 0, weight: 900, age: 700 };
  return ((await ada.call('POST', '/animals', { body })).json as { animal: { id: number } }).animal.id;
}

async function transmitter(serialNumber: string): Promise<number> {
  const fixed = {
    modelNumber: 'NTF',
    protocolId: 7,
    codeNumber: null,
    frequencyVariance: 0,
    emitIntervalVariance: 0,
    purpose: 0,
  };
  const body = { txData: { ...fixed, serialNumber, frequency: 150, emitInterval: 5_000 } };
  return ((await ada.call('POST', '/transmitters', { body })).json as { id: number }).id;
}

type Reply = { tagData: Tag; revision: number; items: { name: string; after: object | null }[] };

function fields(at: { animal?: number; transmitter?: number } & Partial<Tag>) {
  const { animal: one = 0, transmitter: other = 0, ...more } = at;
  return {
    AnimalId: animals[one] ?? one,
    TransmitterId: transmitters[other] ?? other,
    releaseTime: '2026-05-01 12:00:00',
    releaseLatitude: 44.9,
    releaseLongitude: -113.6,
    retrieveTime: null,
    retrieveLatitude: null,
    retrieveLongitude: null,
    ...more,
  };
}

const create = (at: Parameters<typeof fields>[0] = {}, who = ada) => who.call('POST', '/tags', { body: { tagData: fields(at) } });
const update = (id: number, at: Parameters<typeof fields>[0]) =>
  ada.call('PUT', `/tags/${id}`, { body: { tagData: fields(at) } });
const made = async (at: Parameters<typeof fields>[0] = {}): Promise<Reply> => {
  const answer = await create(at);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.json as Reply;
};
const list = async () => ((await vera.call('GET', '/tags')).json as { tags: Tag[] }).tags;
const undo = ({ revision }: Pick<Reply, 'revision'>) => ada.call('POST', `/changes/${revision}/undo`);
const refusal = ({ status, json }: Answer) => [status, (json as { error: { message: string } }).error.message];

test('a tag is made, retrieved, deleted and brought back, as changes that name it', async () => {
  const { tagData, items, revision } = await made();
  expect(tagData).toEqual({ id: expect.any(Number), ...fields({}), lastContacted: null, ReceiverId: null });
  expect(items).toMatchObject([{ kind: 'tag.created', name: 'Sam with TX-0001', after: fields({}) }]);
  const retrieved = { retrieveTime: '2026-06-01 00:00:00', retrieveLatitude: 45, retrieveLongitude: -114 };
  expect((await update(tagData.id, retrieved)).json).toMatchObject({ tagData: retrieved, items: [{ after: retrieved }] });
  const deleted = (await ada.call('DELETE', `/tags?ids=${tagData.id}`)).json as Reply & { ids: number[] };
  expect(deleted.ids).toEqual([tagData.id]);
  expect(await list()).toEqual([]);
  expect((await undo(deleted)).status).toBe(200);
  expect(await list()).toMatchObject([{ id: tagData.id, ...retrieved }]);
  expect(refusal(await undo({ revision }))[0], 'it was changed since').toBe(409);
});

test('an animal and a transmitter are on one tag at a time; retrieved, they are free (REG-23)', async () => {
  const { tagData } = await made();
  expect(refusal(await create({ transmitter: 1 }))).toEqual([409, 'Sam carries TX-0001 at that time: retrieve that tag first']);
  expect(refusal(await create({ animal: 1 }))).toEqual([409, 'TX-0001 is on Sam at that time: retrieve that tag first']);
  const earlier = { releaseTime: '2026-04-01 00:00:00', retrieveTime: '2026-05-01 12:00:00' };
  expect((await create({ transmitter: 1, ...earlier })).status, 'up to the very second of the release').toBe(200);
  expect((await update(tagData.id, { retrieveTime: '2026-06-01 00:00:00' })).status).toBe(200);
  const { tagData: next } = await made({ animal: 1, releaseTime: '2026-06-01 00:00:00' });
  expect(refusal(await update(tagData.id, { retrieveTime: null }))).toEqual([
    409,
    'TX-0001 is on Lou at that time: retrieve that tag first',
  ]);
  expect((await update(next.id, { animal: 1, transmitter: 1, releaseTime: '2026-06-01 00:00:00' })).status).toBe(200);
});

test('of two tags of one animal at one moment one is refused', async () => {
  const statuses = await Promise.all([create({}), create({ transmitter: 1 })]);
  expect(statuses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect(await list()).toHaveLength(1);
});

test('what would be on two tags does not come back', async () => {
  const { tagData } = await made();
  const deleted = (await ada.call('DELETE', `/tags?ids=${tagData.id}`)).json as Reply;
  await made({ transmitter: 1 });
  expect(refusal(await undo(deleted))).toEqual([409, 'Sam carries TX-0002 at that time: retrieve that tag first']);
  await ada.call('DELETE', `/tags?ids=${(await list())[0]?.id}`);
  await ada.call('DELETE', `/animals?ids=${animals[0]}`);
  expect(refusal(await undo(deleted))).toEqual([409, expect.stringContaining("The animal 'Sam' no longer exists")]);
});

test('an undo that would turn release and retrieval around is refused in words', async () => {
  const { tagData } = await made({ releaseTime: '2026-05-01 10:00:00' });
  const moved = (await update(tagData.id, { releaseTime: '2026-05-01 08:00:00' })).json as Reply;
  await update(tagData.id, { releaseTime: '2026-05-01 08:00:00', retrieveTime: '2026-05-01 09:00:00' });
  expect(refusal(await undo(moved))).toEqual([409, 'The retrieve time must be after the release time']);
});

test.each([
  [{ retrieveTime: '2026-05-01 12:00:00' }, 400, 'The retrieve time must be after the release time'],
  [{ releaseTime: '2026-02-30 12:00:00' }, 400, 'There is no such time'],
  [{ releaseLatitude: 0, releaseLongitude: 0 }, 400, '0, 0 means that no location is set'],
  [{ AnimalId: 999_999 }, 404, 'There is no animal 999999 here'],
  [{ TransmitterId: 999_999 }, 404, 'There is no transmitter 999999 here'],
])('%j is refused', async (at, status, text) => {
  expect(refusal(await create(at))).toEqual([status, expect.stringContaining(text)]);
  expect(await list()).toEqual([]);
});

test('what another system has is on no tag of this one', async () => {
  const eve = await stage.sit('eve', 2, stage.lake);
  expect(refusal(await create({}, eve))).toEqual([404, expect.stringContaining('There is no animal')]);
  const { tagData } = await made();
  expect((await eve.call('DELETE', `/tags?ids=${tagData.id}`)).status).toBe(404);
});

test('lists that say what is tagged are loaded again after a change of tags', async () => {
  await made();
  await until('the word', () => vera.of('invalidate').some(({ payload }) => payload.includes('animals')));
  const { animals: rows } = (await vera.call('GET', '/animals')).json as { animals: { isTagged: boolean }[] };
  expect(rows.map(({ isTagged }) => isTagged)).toEqual([true, false]);
});

test('animals are counted that were last heard since a time, of those that wear a tag now (NAV-37)', async () => {
  const counted = async (from: string) => (await vera.call('GET', `/animals/heard?from=${from}`)).json;
  expect(await counted('2026-05-01T00:00:00Z')).toEqual({ heard: 0, tagged: 0 });
  const { tagData: sam } = await made();
  const { tagData: lou } = await made({ animal: 1, transmitter: 1, retrieveTime: '2026-05-20 00:00:00' });
  const contacts = [sam, lou].map(({ id }, day) => ({
    tag_id: id,
    last_contacted: new Date(Date.UTC(2026, 4, 10 + day)),
    rx_id: null,
  }));
  await stage.host.database.db.insertInto('tag_contacts').values(contacts).execute();
  expect(await counted('2026-05-10T00:00:00Z')).toEqual({ heard: 2, tagged: 1 });
  expect(await counted('2026-05-10T00:00:01Z')).toEqual({ heard: 1, tagged: 1 });
  expect(await counted('2026-05-12T00:00:00Z')).toEqual({ heard: 0, tagged: 1 });
});
