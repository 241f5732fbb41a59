import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Fact } from '#model/journal/facts.ts';
import { noReadModels } from '#model/journal/read-models/read-models.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { type AnyScreenModel, foldScreens } from '#model/journal/screen-models/screen-model.ts';

const root = path.join(import.meta.dirname, '../../..');
const sampleFolder = path.join(root, 'tests/support/screen-facts');
/** Every file that declares its own facts. */
const files = globSync('src/model/**/*.ts', { cwd: root }).filter((file) =>
  readFileSync(path.join(root, file), 'utf8').includes('declare module'),
);

const isModel = (value: unknown): value is AnyScreenModel =>
  typeof value === 'object' && value !== null && 'fold' in value && 'facts' in value;

const namesIn = ({ facts }: AnyScreenModel): string[] => facts.map((schema) => schema.entries.type.literal);

/** Lists the model's facts without a sample, and the samples that are not facts of the model. */
function unmatched(model: AnyScreenModel, samples: readonly Fact[]): string[] {
  const names = namesIn(model);
  const sampled = samples.map(({ type }) => type as string);
  return [
    ...names.filter((name) => !sampled.includes(name)).map((name) => `${name} has no sample`),
    ...sampled.filter((name) => !names.includes(name)).map((name) => `${name} is no fact of ${model.name}`),
  ];
}

test('a fact without a sample is found, and a sample of no fact', () => {
  expect(unmatched(beaconsModel, [])).toEqual(['beacons.summaryLoaded has no sample']);
  const joined: Fact = { type: 'model.joined', name: 'beacons' };
  expect(unmatched(beaconsModel, [joined])).toEqual([
    'beacons.summaryLoaded has no sample',
    'model.joined is no fact of beacons',
  ]);
});

test('there are samples for models only', () => {
  expect(globSync('*.ts', { cwd: sampleFolder }).toSorted()).toEqual(files.map((file) => path.basename(file)).toSorted());
});

describe.each(files)('the facts that %s brings (JRN-11)', (file) => {
  const read = async (): Promise<[AnyScreenModel, Fact[]][]> => {
    const exported = Object.values((await import(path.join(root, file))) as Record<string, object>);
    const models = exported.flatMap((value) => (isModel(value) ? [value] : Object.values(value))).filter(isModel);
    expect(models.length).toBeGreaterThan(0);
    const { samples } = (await import(path.join(sampleFolder, path.basename(file)))) as { samples: Record<string, Fact> };
    expect(Object.keys(samples).filter((type) => !models.some((model) => namesIn(model).includes(type)))).toEqual([]);
    return models.map((model) => [model, Object.values(samples).filter(({ type }) => namesIn(model).includes(type))]);
  };

  test('have a sample each, which their schemas take', async () => {
    for (const [model, samples] of await read()) {
      expect(unmatched(model, samples)).toEqual([]);
      for (const sample of samples) expect(v.safeParse(v.union(model.facts), sample).issues).toBeUndefined();
    }
  });

  test('change what the model shows, and nothing before it has joined', async () => {
    for (const [model, samples] of await read()) {
      const joined = foldScreens([model], noReadModels.screens, { type: 'model.joined', name: model.name });
      for (const sample of samples) {
        expect(foldScreens([model], noReadModels.screens, sample)).toBe(noReadModels.screens);
        expect(foldScreens([model], joined, sample)).not.toEqual(joined);
      }
    }
  });
});
