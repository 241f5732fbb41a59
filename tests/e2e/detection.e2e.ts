import type { Locator, Page } from '@playwright/test';
import { currentDetectionConfig, saveDetectionConfig } from '../../host/platform/store/detection/detection-configs.ts';
import { presets } from '#model/detection/detection-form.ts';
import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { detectionFlow, DetectionStage } from './support/detection-flow.ts';
import {
  detectionCard,
  detectionPath,
  parameter,
  parameterField,
  versionRow,
  weakTransmitter,
} from './support/detection-page.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { HeldCalls } from './support/held-calls.ts';
import { messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { countDetections } from './support/reprocessing-stage.ts';
import { visitAnew } from './support/steps.ts';
import { planted } from '../support/planted.ts';
import { plantTransmitters } from '../support/transmitter-samples.ts';

/** DET-11 to DET-13: the page of detection settings, against a real host. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('detection settings are edited, saved and looked at', async ({ page, field, operator, step }) => {
  const { database } = operator;
  const previews = await HeldCalls.at(page, '/detection-config/preview');
  /**
   * Saves without losing detections; the preview is answered here, as a real one is a job that waits on a
   * busy host.
   */
  const save = async (press: Locator, lost = 0) => {
    await press.click();
    await expect(page.getByText('Checking…', { exact: true })).toBeVisible();
    await previews.answer({ ...nothingLost, lostDetectionCount: lost });
  };
  await enter(page, field.person);

  await step(
    'the page, its guide and a preview are accessible, in both schemes, on a desk and on a phone (LOOK-11, LOOK-12)',
    async () => {
      await visitAnew(page, field, 'advanced/detection-settings');
      await expect(versionRow(page, 1)).toBeVisible();
      await expectFineEverywhere(page);
      await button(page, 'Strict').click();
      await parameterField(page, 'minimumHits').fill('0');
      await expectFineEverywhere(page);
      await page.getByRole('button', { name: 'Guide to detection settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Guide to detection settings' })).toBeVisible();
      await expectFineEverywhere(page, '[role=dialog]');
      await page.keyboard.press('Escape');
    },
  );

  await step('a save is a new version with its reason, and an older one is reapplied as another (DET-12)', async () => {
    await visitAnew(page, field, 'advanced/detection-settings');
    await expect(button(page, 'Balanced')).toHaveAttribute('aria-pressed', 'true');
    await expect(versionRow(page, 1)).toContainText('Default configuration');
    await expect(versionRow(page, 1)).toContainText('by Unknown');
    await expect(button(page, 'Save Configuration')).toHaveAccessibleDescription('No changes to save');

    await button(page, 'Strict').click();
    await page.getByLabel('Change reason').fill('Less noise');
    await save(button(page, 'Save Configuration'));
    await expect(messageOf(page)).toContainText('Detection configuration updated successfully');
    await expect(page.getByText(/^Version 2 counts from \d\d:00\. Reprocess to apply it to earlier hours$/)).toBeVisible();
    await expect(versionRow(page, 2)).toContainText('Less noise');
    await expect(versionRow(page, 2)).toContainText('Current');
    await expect(versionRow(page, 2)).toContainText('Minimum average power −80 dBm');
    await expect(versionRow(page, 1)).not.toContainText('Current');
    const saved = { minimumHits: 3, minimumAveragePower: -80, changeReason: 'Less noise', version: 2 };
    expect(await currentDetectionConfig(database, field.mitasId)).toMatchObject(saved);

    // It is disabled while there are unsaved changes.
    await button(page, 'Permissive').click();
    await expect(button(page, 'Reapply version 1')).toHaveAccessibleDescription('Save or reset your changes first');
    await button(page, 'Reset').click();
    await expect(button(page, 'Strict')).toHaveAttribute('aria-pressed', 'true');
    await save(button(page, 'Reapply version 1'));
    await expect(versionRow(page, 3)).toContainText('Reapplied version 1');
    await expect(button(page, 'Balanced')).toHaveAttribute('aria-pressed', 'true');
    expect(await currentDetectionConfig(database, field.mitasId)).toMatchObject({ version: 3, ...presets.Balanced });

    const modifiedBy = (await currentDetectionConfig(database, field.mitasId)).modifiedBy ?? 0;
    const order = { systemId: field.mitasId, parameters: presets.Strict, modifiedBy, changeReason: null };
    for (let version = 4; version <= 12; version += 1) await saveDetectionConfig(database, order);
    await page.reload();
    const history = detectionCard(page, 'Configuration History');
    await expect(history.getByText('1–10 of 12')).toBeVisible();
    await button(page, 'Next page').click();
    await expect(history.getByText('11–12 of 12')).toBeVisible();
    await expect(versionRow(page, 1)).toBeVisible();
    // A save returns the history to its first page.
    await button(page, 'Permissive').click();
    await save(button(page, 'Save Configuration'));
    const offer = messageOf(page).getByRole('button', { name: 'Reprocess Data' });
    // A message with the focus stays (MSG-5).
    await offer.focus();
    await expect(versionRow(page, 13)).toBeVisible();
    await expect(history.getByText('1–10 of 13')).toBeVisible();
    await offer.click();
    await expect(page).toHaveURL(/\?tab=reprocessing$/);
    await expect(page.getByRole('tab', { name: 'Reprocessing' })).toHaveAttribute('aria-selected', 'true');
    await expect(button(page, 'Start Reprocessing')).toBeVisible();
  });

  await step(
    'sliders, fields and switches set what is sent; errors hold it back, and a field that is left is clamped (DET-1, DET-11)',
    async () => {
      const { version } = await currentDetectionConfig(database, field.mitasId);
      await visitAnew(page, field, 'advanced/detection-settings');
      await button(page, 'Balanced').click();
      const hits = parameterField(page, 'minimumHits');
      await hits.fill('0');
      await expect(parameter(page, 'minimumHits')).toContainText('Minimum hits must be at least 1');
      for (const name of ['Preview Changes', 'Save Configuration'])
        await expect(button(page, name)).toHaveAccessibleDescription('Correct the errors first');
      for (const name of ['maximumIntervalDeviation', 'intervalToleranceMultiplier'] as const)
        await expect(parameter(page, name)).toContainText('Not applicable with current settings');
      await hits.blur();
      await expect(hits).toHaveValue('1');
      await expect(parameterField(page, 'intervalToleranceMultiplier')).toBeDisabled();
      await parameter(page, 'minimumHits').getByRole('slider').press('ArrowRight');
      await expect(hits).toHaveValue('2');

      const multiplier = parameterField(page, 'frequencyToleranceMultiplier');
      await multiplier.fill('0');
      await expect(parameter(page, 'frequencyToleranceMultiplier')).toContainText('must be positive');
      await multiplier.fill('9');
      await multiplier.blur();
      await expect(multiplier).toHaveValue('3');
      await parameter(page, 'minimumAveragePower').getByRole('switch').click({ force: true });
      await parameterField(page, 'minimumAveragePower').fill('−90,5');
      await save(button(page, 'Save Configuration'));
      await expect(versionRow(page, version + 1)).toContainText('Minimum average power −90.5 dBm');
      const expected = { ...presets.Balanced, minimumAveragePower: -90.5, frequencyToleranceMultiplier: 3 };
      expect(await currentDetectionConfig(database, field.mitasId)).toMatchObject(expected);
      await parameter(page, 'minimumAveragePower').getByRole('switch').click({ force: true });
      await save(button(page, 'Save Configuration'));
      await expect(versionRow(page, version + 2)).toContainText('Minimum average power Off');
      expect((await currentDetectionConfig(database, field.mitasId)).minimumAveragePower).toBeNull();

      // This browser remembers that the guide is closed.
      const guide = detectionCard(page, 'Quick Guide');
      await guide.getByRole('button', { name: 'Hide' }).click();
      await page.reload();
      await expect(guide.getByRole('button', { name: 'Show' })).toHaveAttribute('aria-expanded', 'false');
      await expect(guide.getByRole('listitem')).toHaveCount(0);
    },
  );

  await step('what loses most detections asks before it is saved, and a check can be skipped (DET-25, DET-26)', async () => {
    await visitAnew(page, field, 'advanced/detection-settings');
    const { version } = await currentDetectionConfig(database, field.mitasId);
    const dialog = page.getByRole('alertdialog');
    await button(page, 'Balanced').click();
    await save(button(page, 'Save Configuration'), 1_204);
    const lost = 'lose 83 % of the detections of the last 7 days (1204 of 1450). Save all the same?';
    await expect(dialog.getByText(`These settings ${lost}`)).toBeVisible();
    await expectFineEverywhere(page, '[role=alertdialog]');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^Preview: 1450 detections now/)).toBeVisible();
    // A known preview of the form is not requested again.
    await button(page, 'Save Configuration').click();
    await dialog.getByRole('button', { name: 'Save all the same' }).click();
    await expect(versionRow(page, version + 1)).toBeVisible();

    await button(page, 'Strict').click();
    await button(page, 'Save Configuration').click();
    await page.goBack();
    await expect(page.getByText('Checking…', { exact: true }), 'Back saves nothing, and stays on the page').toHaveCount(0);
    await expect(button(page, 'Save Configuration')).toBeEnabled();
    await button(page, 'Save Configuration').click();
    await button(page, 'Skip the check').click();
    await expect(versionRow(page, version + 2)).toBeVisible();
    await expect(page.getByText('Checking…', { exact: true })).toHaveCount(0);

    await save(button(page, `Reapply version ${version + 1}`), 1_204);
    await expect(dialog.getByText(`The settings of version ${version + 1} ${lost}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save all the same' }).click();
    await expect(versionRow(page, version + 3)).toContainText(`Reapplied version ${version + 1}`);
  });

  await step('Save, Preview and Reset are in view as the page opens (DET-11)', async () => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size);
      await visitAnew(page, field, 'advanced/detection-settings');
      for (const name of ['Reset', 'Preview Changes', 'Save Configuration'])
        await expect(button(page, name), `${name} at ${size.width} px`).toBeInViewport({ ratio: 1 });
    }
  });
});

const nothingLost = {
  currentDetectionCount: 1_450,
  previewDetectionCount: 1_450,
  lostDetectionCount: 0,
  estimatedChangePercent: 0,
  changes: [],
};

test('a lower role is denied the page, and nothing of it is asked (NAV-18)', async ({ page, field, operator }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const person = await operator.addPerson({ [field.mitasId]: 'researcher' });
  await enter(page, person, detectionPath(field));
  const denied = page.getByText('Detection algorithm settings are only accessible to administrators and owners.');
  await expect(page.getByRole('heading', { name: 'Access Denied', level: 1 })).toBeVisible();
  await expect(denied).toBeVisible();
  await operator.admin(['roles', 'grant', person.username, field.mitasId, 'viewer']);
  await page.reload();
  await expect(denied).toBeVisible();
  expect(asked.filter((url) => url.includes('/detection-config'))).toEqual([]);
});

test('a preview says what the form would change of the last 7 days, and of which animals; an edit forgets it (DET-13, DET-27)', async ({
  page,
  field,
  operator,
}) => {
  const system_id = field.mitasId;
  const [transmitter_id = 0] = await plantTransmitters(operator.database, system_id, [weakTransmitter]);
  const db = planted(operator.database);
  const nala = { system_id, species: 'Steelhead', alias: 'Nala', gender: 0, weight_g: 1, age_days: 77 };
  const { id: animal_id } = await db.insertInto('animals').values(nala).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('tags').values({ system_id, animal_id, transmitter_id }).execute();
  await enter(page, field.person, detectionPath(field));
  const dialog = page.getByRole('dialog', { name: 'Preview of the changes' });
  const close = dialog.getByRole('button', { name: 'Close' });
  /** Waits for the preview: it is a job, which waits its turn on a busy host. */
  const askForPreview = async () => {
    await button(page, 'Preview Changes').click();
    await expect(close).toBeVisible({ timeout: 60_000 });
  };
  await button(page, 'Strict').click();
  await askForPreview();
  // Without contacts there is nothing to compare.
  await expect(dialog.getByRole('heading', { name: 'No preview data available' })).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]');
  await close.click();
  await expect(page.getByText(/^Preview: 0 detections now/)).toBeVisible();
  await button(page, 'Permissive').click();
  await expect(page.getByText(/^Preview:/)).toHaveCount(0);

  // A signal too weak for Strict: its detection would be lost.
  const start = Math.floor(Date.now() / hourMs) * hourMs - 24 * hourMs;
  const weak = { receiver: 'Crest', type: 18, code: 17, freq: 150.1, power: -95 };
  await field.hear(...Array.from({ length: 12 }, (_, at) => ({ ...weak, ts: start + at * 5_000 })));
  await expect.poll(() => countDetections(operator, field), { message: 'the host detects it', timeout: 90_000 }).toBe(1);
  await button(page, 'Strict').click();
  await askForPreview();
  await expect(dialog.getByRole('row', { name: /^WEAK-0001 Nala Crest 0 −1$/ })).toBeVisible();
  await expect(dialog.getByText('−100%')).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]');

  // A preview of the current form also shows what a save would lose (DET-25).
  await close.click();
  await button(page, 'Save Configuration').click();
  const question = 'These settings lose 100 % of the detections of the last 7 days (1 of 1). Save all the same?';
  await expect(page.getByRole('alertdialog').getByText(question)).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('with unsaved changes')).toBeVisible();
});

const hourMs = 3_600_000;

const paths = await drivenPaths(detectionFlow.samples, { wholeLeads: true });

test('all that may become of the settings is on a path', () => assertWholeFlow(detectionFlow, paths));

for (const each of pathsToWalk(paths)) {
  test.describe('settings', () => {
    test.use({ expectErrors: ['net::ERR_'] });
    test(pathText(each), async ({ page, field }) => {
      await walk(detectionFlow, each, await DetectionStage.open(page, field), test.step);
    });
  });
}
