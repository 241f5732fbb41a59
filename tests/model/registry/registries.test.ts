import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { oppositeOf } from '#model/changes/asked-item.ts';
import { type ChangeItem, changeItemSchema } from '#model/changes/change.ts';
import type { ChangedEntity, ChangeKind } from '#model/changes/change-kinds.ts';
import { changeText, fieldWords, itemText } from '#model/activity/change-words.ts';
import type { Fact } from '#model/journal/facts.ts';
import { listedRows, type RowsModel } from '#model/journal/rows-model.ts';
import { registryModels } from '#model/journal/screen-models/registries.ts';
import { registryOf, registries, registryEntities } from '#model/registry/registries.ts';
import { sampleOf, samples, writtenFields } from '../../support/screen-facts/registries.ts';

/** What each registry derives from its description (REG-16). */

type Row = { id: number } & Record<string, unknown>;

const siteName = () => undefined;
const root = path.join(import.meta.dirname, '../../..');

const descriptions = globSync('src/model/registry/*/*.ts', { cwd: root }).filter((file) =>
  /= registry\(\{/.test(readFileSync(path.join(root, file), 'utf8')),
);

test.each(descriptions)('%s is registered', async (file) => {
  const described = Object.values((await import(path.join(root, file))) as object);
  const isRegistered = Object.values(registries).some((each) => described.includes(each));
  expect(isRegistered, `${file} needs a line in src/model/registry/registries.ts`).toBe(true);
});

describe.each(registryEntities)('the registry of the %s', (entity) => {
  const model = registryModels[entity] as unknown as RowsModel<Row>;
  const { many, fields } = registryOf(entity);
  const sample = samples[`${registries[entity].many}.loaded`];
  const [row] = sample.rows as unknown as [Row];
  const held = writtenFields(entity);
  const { edited } = sampleOf(entity);
  const item = (sort: string, before: object | null, after: object | null, id = row.id): ChangeItem =>
    v.parse(changeItemSchema, { kind: `${entity}.${sort}`, id, name: 'Sam', before, after });
  const made = (revision: number, ...items: ChangeItem[]): Fact => ({
    type: 'change.made',
    epoch: 'one',
    revision,
    at: 1_000,
    by: null,
    through: 'console',
    undoes: null,
    items,
  });
  const fold = (...facts: Fact[]) => listedRows(facts.reduce(model.fold, model.initial));

  test('its kinds hold all of one that comes or goes, and a part of one that is updated; no other field', () => {
    expect(oppositeOf(`${entity}.created`)).toBe(`${entity}.deleted`);
    expect(oppositeOf(`${entity}.deleted`)).toBe(`${entity}.created`);
    expect(oppositeOf(`${entity}.updated`)).toBe(`${entity}.updated`);
    const fits = (sort: string, before: object | null, after: object | null) =>
      v.safeParse(changeItemSchema, { kind: `${entity}.${sort}`, id: 1, name: 'Sam', before, after }).success;
    expect(fits('created', null, held)).toBe(true);
    expect(fits('created', null, { ...held, other: 1 })).toBe(false);
    expect(fits('updated', { other: 1 }, { other: 2 })).toBe(false);
    expect(fits('created', null, Object.fromEntries(Object.entries(held).slice(1)))).toBe(false);
  });

  test('its changes are told by its words', () => {
    expect(itemText(item('created', null, held), siteName)).toBe(`made the ${entity} Sam`);
    expect(itemText(item('deleted', held, null), siteName)).toBe(`deleted the ${entity} Sam`);
    expect(itemText(item('updated', held, held), siteName)).toBe(
      `changed ${Object.keys(held).length} fields of the ${entity} Sam`,
    );
    for (const [name, { word }] of Object.entries(fields))
      expect(itemText(item('updated', { [name]: held[name] }, { [name]: held[name] }), siteName)).toMatch(
        new RegExp(`^changed the ${word} of Sam from .+ to .+$`),
      );
    const several = { ...made(2, item('created', null, held), item('created', null, held, 9)), undoes: null } as never;
    expect(changeText(several, siteName)).toBe(`Somebody made 2 ${many}`);
  });

  test('its rows are as they were loaded and changed since', () => {
    expect(fold()).toBeNull();
    const before = Object.fromEntries(Object.keys(edited).map((name) => [name, held[name]]));
    expect(fold(sample, made(2, item('updated', before, edited)))).toEqual([{ ...row, ...edited }]);
    expect({ ...row, ...edited }).not.toEqual(row);
    expect(fold(sample, made(2, item('deleted', held, null)))).toEqual([]);
    expect(fold(sample, made(2, item('created', null, held, 9)))).toEqual([row, expect.objectContaining({ id: 9, ...held })]);
    const shown = fold(sample, made(2, item('created', null, held, 9)))?.at(-1);
    expect(Object.keys(shown ?? {}).toSorted(), 'with all that a row has').toEqual(Object.keys(row).toSorted());
  });

  test('what is asked for is shown at once', () => {
    const asked = (kind: ChangeKind, after: object | null): Fact =>
      ({ type: 'change.asked', items: [{ kind, id: row.id, after }] }) as Fact;
    expect(fold(sample, asked(`${entity}.deleted`, null))).toEqual([]);
    expect(fold(asked(`${entity}.created`, held)), 'one alone would be no list').toBeNull();
  });
});

test.each([
  ['animal', 'gender', 0, 1, 'changed the gender of Sam from Female to Male'],
  ['animal', 'weight', 900, 1_000, 'changed the weight of Sam from 900 g to 1000 g'],
  ['animal', 'age', 1, 2, 'changed the age of Sam from 1 day to 2 days'],
  ['transmitter', 'codeNumber', null, 7, 'changed the code of Sam from N/a to 7'],
  ['transmitter', 'protocolId', 7, 18, 'changed the protocol of Sam from Beeper to Lotek 2000'],
  ['transmitter', 'frequency', 150.05, 151, 'changed the frequency of Sam from 150.050 MHz to 151.000 MHz'],
  ['tag', 'AnimalId', 5, 7, 'changed the animal of Sam from animal 5 to animal 7'],
  ['tag', 'retrieveTime', null, '2026-05-01 12:00:00', 'changed the retrieve time of Sam from none to 2026-05-01 12:00:00 UTC'],
  ['tag', 'releaseLatitude', 44.9, null, 'changed the release latitude of Sam from 44.9000° to none'],
  ['transmitter', 'purpose', 0, 1, 'changed the purpose of Sam from Tag to Beacon'],
])('%s: %s', (entity, field, before, after, text) => {
  const item = { kind: `${entity}.updated`, id: 1, name: 'Sam', before: { [field]: before }, after: { [field]: after } };
  expect(itemText(v.parse(changeItemSchema, item), siteName)).toBe(text);
});

test.each<[ChangedEntity, readonly string[], string]>([
  ['animal', ['weight'], 'the weight'],
  ['transmitter', ['frequencyVariance', 'codeNumber', 'purpose'], 'the frequency variance, the code and the purpose'],
  ['animal', ['weight', 'other'], 'this'],
  ['receiver', ['alias'], 'this'],
])('fields of a %s are named: %j', (entity, fields, words) => {
  expect(fieldWords(entity, fields)).toBe(words);
});
