import { beforeEach, describe, expect, test } from 'vitest';
import type { AsOf } from '#model/changes/change.ts';
import { expiredText } from '#model/entities/expiry.ts';
import { wireOf } from '#model/contract/registry-calls.ts';
import { registryEntities, type RegistryEntity, registryOf } from '#model/registry/registries.ts';
import { entityTables } from '../../../../host/platform/store/entity-tables.ts';
import { type ChangeStage, changeStages, type Sitter } from '../../../support/change-stage.ts';
import { until } from '../../../support/live-stage.ts';
import { statuses } from '../../../support/people-stage.ts';
import { planted } from '../../../support/planted.ts';
import { sampleOf, writtenFields } from '../../../support/screen-facts/registries.ts';
import type { Answer } from '../../../support/test-browser.ts';
import { plantTransmitters } from '../../../support/transmitter-samples.ts';

/** The calls of registries (REG-16): what all of them do, and what single ones do in addition. */

const newStage = changeStages();
let stage: ChangeStage;
let ada: Sitter;
let bob: Sitter;
let vera: Sitter;
beforeEach(async () => {
  stage = await newStage();
  [ada, bob, vera] = [await stage.sit('ada', 3), await stage.sit('bob', 3), await stage.sit('vera', 4)];
});

type Row = { id: number } & Record<string, unknown>;
type Reply = { epoch: string; revision: number; items: { kind: string; before: object | null; after: object | null }[] };

/** Registries that refer to no other thing of the system. The others have their own file (tags.test.ts). */
const registries = registryEntities.filter((entity) => Object.keys(entityTables[entity].refers).length === 0);
const sam = writtenFields('animal');
const tx = writtenFields('transmitter');

const replyOf = ({ json }: Answer) => json as Reply;
const refusal = ({ status, json }: Answer) => [status, (json as { error: { message: string } }).error.message];
const undo = (who: Sitter, { revision }: Reply) => who.call('POST', `/changes/${revision}/undo`);

/** Returns the actions in one registry, with fields from its sample. */
function inRegistry(entity: RegistryEntity) {
  const { many } = registryOf(entity);
  const { data, isWrapped, reply: field } = wireOf(registryOf(entity));
  const path = `/${many}`;
  const fields = writtenFields(entity);
  const { edited, other } = sampleOf(entity);
  const another = { ...fields, ...sampleOf(entity).another };
  const list = async (who: Sitter) => ((await who.call('GET', path)).json as Record<string, Row[]>)[many] ?? [];
  const create = (who: Sitter, written: object) => who.call('POST', path, { body: isWrapped ? { [data]: written } : written });
  const update = (who: Sitter, id: number, written: object, asOf?: AsOf) =>
    who.call('PUT', `${path}/${id}`, { body: { [data]: written, asOf } });
  const remove = (who: Sitter, ...ids: number[]) => who.call('DELETE', `${path}?ids=${ids.join(',')}`);
  async function made(written: object = fields): Promise<{ id: number; reply: Reply; asOf: AsOf }> {
    const answer = await create(ada, written);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    const reply = replyOf(answer);
    const row = (field === null ? reply : (answer.json as Record<string, Row>)[field]) as Row;
    return { id: row.id, reply, asOf: { epoch: reply.epoch, revision: reply.revision } };
  }
  return { fields, edited, other, another, list, create, update, remove, made };
}

describe.each(registries)('the registry of the %s', (entity) => {
  const { fields: described } = registryOf(entity);
  const { fields, edited, other, another, list, create, update, remove, made } = inRegistry(entity);

  test('one is created, everybody hears of it, and reads it as it was written', async () => {
    const { id, reply } = await made();
    expect(reply.items).toMatchObject([{ kind: `${entity}.created`, id, before: null, after: fields }]);
    expect(await list(vera)).toEqual([expect.objectContaining({ id, ...fields })]);
    await until('the change', () => vera.of('changed').length > 0);
    expect(vera.of('changed').at(-1)?.payload).toMatchObject({ items: [{ kind: `${entity}.created`, id }] });
  });

  test('one is updated; the change holds what differs alone, and one that differs in nothing is none', async () => {
    const { id, asOf } = await made();
    const reply = replyOf(await update(ada, id, { ...fields, ...edited }, asOf));
    const [name = ''] = Object.keys(edited);
    const before = { [name]: fields[name] };
    expect(reply.items).toMatchObject([{ kind: `${entity}.updated`, id, before, after: edited }]);
    expect(Object.keys(reply.items[0]?.after ?? {})).toEqual([name]);
    expect(await list(vera)).toMatchObject([{ id, ...fields, ...edited }]);
    expect(replyOf(await update(ada, id, { ...fields, ...edited }, asOf)).items).toEqual([]);
  });

  test('who has seen an older row does not overwrite what somebody changed since, and is told by whom', async () => {
    const { id, asOf } = await made();
    await update(bob, id, { ...fields, ...edited }, asOf);
    const refused = await update(ada, id, { ...fields, ...other }, asOf);
    const [name = ''] = Object.keys(edited);
    const word = described[name]?.word;
    expect(refusal(refused)).toEqual([
      409,
      expect.stringMatching(new RegExp(`bob has changed the ${word} of '.+' since you loaded it$`)),
    ]);
    expect(refused.json).toMatchObject({
      error: { type: 'Conflict', conflict: { by: { name: expect.stringContaining('bob') } } },
    });
    expect((await update(ada, id, { ...fields, ...edited, ...other }, asOf)).status, 'with what is there now').toBe(200);
    expect(await list(vera)).toMatchObject([{ ...fields, ...edited, ...other }]);
  });

  test('what was created, updated and deleted is taken back, and a deleted one returns as it was', async () => {
    const { id, reply } = await made();
    const changed = replyOf(await update(ada, id, { ...fields, ...other }));
    const deleted = replyOf(await remove(ada, id));
    expect(await list(vera)).toEqual([]);
    expect((await undo(ada, deleted)).status).toBe(200);
    expect(await list(vera)).toMatchObject([{ id, ...fields, ...other }]);
    expect((await undo(ada, changed)).status).toBe(200);
    expect(await list(vera)).toMatchObject([{ id, ...fields }]);
    expect((await undo(ada, reply)).status).toBe(200);
    expect(await list(vera)).toEqual([]);
  });

  test('several are deleted together, or none where one is not there', async () => {
    const [{ id: one }, { id: other }] = [await made(), await made(another)];
    expect((await remove(ada, one, 999_999)).status).toBe(404);
    expect(await list(vera)).toHaveLength(2);
    const reply = replyOf(await remove(ada, other, one, one));
    expect(reply.items).toHaveLength(2);
    expect(await list(vera)).toEqual([]);
    expect((await undo(ada, reply)).status).toBe(200);
    expect(await list(vera)).toHaveLength(2);
  });

  test('of a system that has expired they are read, and nothing of them is changed or taken back (SYS-15)', async () => {
    const { id, reply } = await made();
    const expiry = new Date(Date.now() - 1_000);
    await planted(stage.host.database).updateTable('systems').set({ expiry }).where('id', '=', stage.river).execute();
    stage.host.bus.publish({ kind: 'systemsChanged', mitasIds: [stage.river] });
    const asked = [create(ada, another), update(ada, id, { ...fields, ...edited }), remove(ada, id), undo(ada, reply)];
    expect((await Promise.all(asked)).map(refusal)).toEqual(asked.map(() => [409, expiredText]));
    expect(await list(vera)).toMatchObject([{ id, ...fields }]);
  });

  test('a viewer reads and changes nothing; another system has none of it', async () => {
    const { id } = await made();
    const eve = await stage.sit('eve', 2, stage.lake);
    expect(await list(eve)).toEqual([]);
    expect((await create(vera, another)).status).toBe(403);
    expect((await update(vera, id, fields)).status).toBe(403);
    expect((await remove(vera, id)).status).toBe(403);
    expect((await update(eve, id, fields)).status).toBe(404);
    expect((await remove(eve, id)).status).toBe(404);
    expect(await list(vera)).toHaveLength(1);
  });
});

describe.each(registries.filter((each) => 'isTagged' in (registryOf(each).derived ?? {})))('the registry of the %s', (entity) => {
  const { another, list, remove, made } = inRegistry(entity);

  test('one that belongs to a tag stays, and the refusal names the tag (REG-18)', async () => {
    const { reply } = await made();
    const { reply: freed } = await made(another);
    await tag();
    const listed = await list(ada);
    expect(listed.map(({ isTagged }) => isTagged)).toEqual([true, false]);
    const ids = listed.map((row) => row.id);
    expect(refusal(await remove(ada, ...ids))).toEqual([409, expect.stringMatching(/tags of them: 'Sam' with TX-0001\. Delete/)]);
    expect(refusal(await undo(ada, reply))).toEqual([409, expect.stringMatching(/tags of it: 'Sam' with TX-0001\. Delete/)]);
    expect(await list(ada)).toHaveLength(2);
    expect((await undo(ada, freed)).status).toBe(200);
  });
});

/** Attaches TX-0001 to Sam, storing either if it is missing. */
async function tag(): Promise<void> {
  const db = planted(stage.host.database);
  const system_id = stage.river;
  const animals = await db
    .selectFrom('animals')
    .select('id')
    .where('system_id', '=', system_id)
    .where('alias', '=', 'Sam')
    .execute();
  const animal =
    animals[0] ??
    (await db
      .insertInto('animals')
      .values({ system_id, species: 'x', alias: 'Sam', gender: 0, weight_g: 1, age_days: 1 })
      .returning('id')
      .executeTakeFirstOrThrow());
  const known = await db
    .selectFrom('transmitters')
    .select('id')
    .where('system_id', '=', system_id)
    .where('serial_number', '=', 'TX-0001')
    .execute();
  const [transmitter_id = 0] =
    known.length > 0
      ? known.map(({ id }) => id)
      : await plantTransmitters(stage.host.database, system_id, [{ serial_number: 'TX-0001' }]);
  await db.insertInto('tags').values({ system_id, animal_id: animal.id, transmitter_id }).execute();
}

test('a refusal names all fields that were changed, and by whom; it carries the last of the changes', async () => {
  const cleo = await stage.sit('cleo', 3);
  const created = await ada.call('POST', '/animals', { body: sam });
  const { animal, epoch, revision } = created.json as Reply & { animal: Row };
  const update = (who: Sitter, fields: object, asOf?: AsOf) =>
    who.call('PUT', `/animals/${animal.id}`, { body: { animalData: { ...sam, ...fields }, asOf } });
  await update(bob, { weight: 5_000 });
  const last = replyOf(await update(cleo, { weight: 5_000, age: 901 }));
  const refused = await update(ada, { weight: 4_300 }, { epoch, revision });
  expect(refusal(refused)).toEqual([409, expect.stringMatching(/bob and .*cleo have changed the weight and the age of 'Sam'/)]);
  expect(refused.json).toMatchObject({ error: { field: 'age', conflict: { value: 901, revision: last.revision } } });
});

describe('transmitters', () => {
  const create = (who: Sitter, fields: object) => who.call('POST', '/transmitters', { body: { txData: { ...tx, ...fields } } });
  const models = async (who: Sitter) =>
    ((await who.call('GET', '/transmitters')).json as { models: { id: number; modelNumber: string }[] }).models;

  test('a new number makes a model, of this system alone (REG-17)', async () => {
    const eve = await stage.sit('eve', 2, stage.lake);
    await create(ada, {});
    await create(ada, { serialNumber: 'TX-0002' });
    const [model] = await models(vera);
    expect(await models(vera)).toEqual([{ id: expect.any(Number), modelNumber: 'NTF-6-2' }]);
    expect(await models(eve)).toEqual([]);
    const byId = { serialNumber: 'TX-0003', modelNumber: undefined, TransmitterModelId: model?.id };
    expect((await create(ada, byId)).json).toMatchObject({ modelNumber: 'NTF-6-2' });
    expect(refusal(await create(eve, byId))).toEqual([400, `There is no model ${model?.id} of transmitters here`]);
    expect((await create(ada, { ...byId, modelNumber: 'Both' })).status).toBe(400);
  });

  test('a serial number is one transmitter’s', async () => {
    await create(ada, {});
    expect(refusal(await create(bob, {}))).toEqual([409, 'There is a transmitter of this serial number already']);
    const { id } = (await create(bob, { serialNumber: 'TX-0002' })).json as Row;
    const renamed = await bob.call('PUT', `/transmitters/${id}`, { body: { txData: tx } });
    expect(refusal(renamed)).toEqual([409, 'There is a transmitter of this serial number already']);
    const eve = await stage.sit('eve', 2, stage.lake);
    expect((await create(eve, {})).status, 'of another system').toBe(200);
  });

  test.each([
    ['in another case', 'tx-0001'],
    ['in wide letters', '\uFF34\uFF38-\uFF10001'],
    ['with another dash', 'TX\u20130001'],
    ['with a minus', 'TX\u22120001'],
    ['with a hyphen that does not break', 'TX\u20110001'],
    ['with a zero-width space', 'TX-\u200B0001'],
    ['with a soft hyphen', 'TX-00\u00AD01'],
    ['after a word joiner', '\u2060TX-0001'],
  ])('a serial number is the same %s, for new and changed ones (REG-22)', async (_, serialNumber) => {
    const alike = [409, 'There is a transmitter of this serial number already, written in another way'];
    const first = (await create(ada, {})).json as Row;
    expect(refusal(await create(bob, { serialNumber }))).toEqual(alike);
    const other = (await create(bob, { serialNumber: 'TX-0002' })).json as Row;
    const write = (id: number, fields: object) =>
      bob.call('PUT', `/transmitters/${id}`, { body: { txData: { ...tx, ...fields } } });
    expect(refusal(await write(other.id, { serialNumber }))).toEqual(alike);
    const rewritten = await write(first.id, { serialNumber });
    expect([rewritten.status, rewritten.json]).toMatchObject([200, { serialNumber }]);
  });

  test('of two at once whose serial numbers count as one, one is made (REG-22)', async () => {
    const answers = await Promise.all([create(ada, { serialNumber: 'tx-0001' }), create(bob, { serialNumber: 'TX\u20130001' })]);
    expect(statuses(answers)).toEqual([200, 409]);
  });

  test.each([
    [{ serialNumber: 'short' }, 'Value must be between 6 and 15 characters in length'],
    [{ frequency: 175 }, 'Frequency must be from 148 MHz up to below 175 MHz'],
    [{ frequency: 174.9999 }, 'Frequency must be from 148 MHz up to below 175 MHz'],
    [{ codeNumber: 522 }, 'Codes are 1 to 521 with Lotek 2000'],
    [{ protocolId: 7 }, 'none with beepers'],
  ])('%j is refused', async (fields, text) => {
    expect(refusal(await create(ada, fields))).toEqual([400, expect.stringContaining(text)]);
  });

  test('a frequency is rounded to the kHz (REG-3)', async () => {
    expect((await create(ada, { frequency: 150.0504999 })).json).toMatchObject({ frequency: 150.05 });
  });
});
