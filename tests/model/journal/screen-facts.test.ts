import { globSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Fact } from '#model/journal/facts.ts';
import { noReadModels } from '#model/journal/read-models/read-models.ts';
import { beaconsModel } from '#model/journal/screen-models/beacons.ts';
import { type AnyScreenModel, foldScreens } from '#model/journal/screen-models/screen-model.ts';

const root = path.join(import.meta.dirname, '../../..');
const modelFolder = path.join(root, 'src/model/journal/screen-models');
const sampleFolder = path.join(root, 'tests/support/screen-facts');
const files = globSync('*.ts', { cwd: modelFolder }).filter((file) => file !== 'screen-model.ts');

const isModel = (value: unknown): value is AnyScreenModel =>
  typeof value === 'object' && value !== null && 'fold' in value && 'facts' in value;

const namesIn = ({ facts }: AnyScreenModel): string[] => facts.map((schema) => schema.entries.type.literal);

/** The facts of a model of which there is no sample, and the samples that are no facts of it. */
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
  expect(globSync('*.ts', { cwd: sampleFolder }).toSorted()).toEqual(files.toSorted());
});

describe.each(files)('the facts that %s brings (JRN-11)', (file) => {
  const read = async (): Promise<[AnyScreenModel, Fact[]]> => {
    const exported = Object.values((await import(path.join(modelFolder, file))) as Record<string, unknown>);
    const models = exported.filter(isModel);
    expect(models).toHaveLength(1);
    const { samples } = (await import(path.join(sampleFolder, file))) as { samples: Record<string, Fact> };
    return [models[0] as AnyScreenModel, Object.values(samples)];
  };

  test('have a sample each, which their schemas take', async () => {
    const [model, samples] = await read();
    expect(unmatched(model, samples)).toEqual([]);
    for (const sample of samples) expect(v.safeParse(v.union(model.facts), sample).issues).toBeUndefined();
  });

  test('change what the model shows, and nothing before it has joined', async () => {
    const [model, samples] = await read();
    const joined = foldScreens([model], noReadModels.screens, { type: 'model.joined', name: model.name });
    for (const sample of samples) {
      expect(foldScreens([model], noReadModels.screens, sample)).toBe(noReadModels.screens);
      expect(foldScreens([model], joined, sample)).not.toEqual(joined);
    }
  });
});
