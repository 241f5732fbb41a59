import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DetectionConfig } from '#model/entities/detection-config.ts';
import { type ChangeStage, changeStage, type Sitter } from '../../../support/change-stage.ts';

/** Reading and saving the detection settings of a system (DET-10, CALL-3). */

const path = '/detection-config';
const strict = {
  minimumHits: 3,
  minimumAveragePower: -80,
  maximumPowerDeviation: 3,
  maximumIntervalDeviation: 500,
  frequencyToleranceMultiplier: 0.75,
  intervalToleranceMultiplier: 0.75,
  changeReason: 'Less noise',
};
let stage: ChangeStage;
let ada: Sitter;
beforeAll(async () => {
  stage = await changeStage();
  ada = await stage.sit('ada', 2);
});
afterAll(() => stage.close());

const present = async (who = ada) => ((await who.call('GET', path)).json as { detectionConfig: DetectionConfig }).detectionConfig;

test('an Administrator reads the settings, saves others, and finds both in the history (DET-10)', async () => {
  const first = await present();
  expect(first).toMatchObject({ version: 1, modifiedBy: null, effectiveTo: null, minimumHits: 2, minimumAveragePower: null });
  const saved = await ada.call('PUT', path, { body: strict });
  expect([saved.status, saved.json]).toMatchObject([
    200,
    { detectionConfig: { version: 2, modifiedBy: ada.id, effectiveTo: null, ...strict } },
  ]);
  const { configs, pagination } = (await ada.call('GET', `${path}/history?page=1&limit=10`)).json as {
    configs: DetectionConfig[];
    pagination: { totalConfigs: number };
  };
  expect(pagination).toEqual({ totalConfigs: 2 });
  expect(configs).toMatchObject([strict, { version: 1 }]);
  expect((await ada.call('GET', `${path}/history?page=2&limit=1`)).json).toMatchObject({ configs: [{ version: 1 }] });
  const lee = await stage.sit('lee', 2, stage.lake);
  expect(await present(lee), 'another system has its own').toMatchObject({ version: 1, minimumHits: 2 });
});

test.each([
  ['no hit', { minimumHits: 0 }, 'Minimum hits must be at least 1'],
  ['a multiplier of 0', { frequencyToleranceMultiplier: 0 }, 'Frequency tolerance multiplier must be positive'],
  ['one below', { intervalToleranceMultiplier: -1 }, 'Interval tolerance multiplier must be positive'],
  ['a power above any', { minimumAveragePower: -39.5 }, /.+/],
])('%s is refused, and no version is made (DET-1)', async (_, wrong, message) => {
  const { version } = await present();
  const { status, json } = await ada.call('PUT', path, { body: { ...strict, ...wrong } });
  expect([status, json]).toEqual([400, { error: expect.objectContaining({ message: expect.stringMatching(message) }) }]);
  expect((await present()).version).toBe(version);
});

test.each([3, 4] as const)('role %i may neither read nor save them (ROLE-3)', async (role) => {
  const { version } = await present();
  const other = await stage.sit(`role-${role}`, role);
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['GET', `${path}/history`, undefined],
    ['PUT', path, strict],
  ] as const)
    expect((await other.call(method, at, { body })).status).toBe(403);
  expect((await present()).version).toBe(version);
});
