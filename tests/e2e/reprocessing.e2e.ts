import type { Page } from '@playwright/test';
import { saveDetectionConfig } from '../../host/platform/store/detection/detection-configs.ts';
import { presets } from '#model/detection/detection-form.ts';
import { detectionCard } from './support/detection-page.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { pressAt } from './support/press-at.ts';
import {
  advancedHead,
  countDetections,
  hearWeakly,
  openAdvanced,
  pollsOf,
  reprocessingPath,
  startJob,
  untilJobsAreOver,
} from './support/reprocessing-stage.ts';

/** DET-20, DET-21: the Reprocessing tab, against a real host. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, at: number) => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').nth(at);

test('a job replaces the detections of its range, sums that up, and is taken back (DET-20, DET-21)', async ({
  page,
  field,
  operator,
}) => {
  await hearWeakly(operator, field);
  const { database } = operator;
  const order = { systemId: field.mitasId, parameters: presets.Strict, modifiedBy: 1, changeReason: null };
  await saveDetectionConfig(database, order);
  await enter(page, field.person, reprocessingPath(field));
  await expect(button(page, 'Last 7 days')).toHaveAttribute('aria-pressed', 'true');
  const estimate = detectionCard(page, 'Estimate');
  await expect(estimate.getByText('24', { exact: true })).toBeVisible();

  const advanced = advancedHead(page);
  await expect(page.getByText('Chunks of 6 h, 5 s pause after each')).toBeVisible();
  await expect(page.getByLabel('Chunk size (hours)')).toBeHidden();
  await openAdvanced(page);
  await page.getByLabel('Chunk size (hours)').fill('13');
  await advanced.click();
  await expect(page.getByLabel('Chunk size (hours)'), 'an error is in sight (DET-29)').toBeVisible();
  await page.getByLabel('Chunk size (hours)').fill('1');
  await expectFineEverywhere(page);
  await button(page, 'Start Reprocessing').click();
  const start = page.getByRole('dialog', { name: 'Start reprocessing' });
  await expect(start.getByText(/^Whole hours: .*:00 \S+ to .*:00 \S+$/)).toBeVisible();
  await expect(start.getByText('The current hour is included.')).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  const polls = await pollsOf(page);
  await startJob(page, 2);
  await expect(messageOf(page)).toContainText('Reprocessing job started successfully');
  await expect(detectionCard(page, 'Reprocessing job').getByRole('progressbar')).toBeVisible();
  await expect(row(page, 0)).toContainText('Running');
  await untilJobsAreOver(operator, field);
  await polls.letGo();
  await expect(messageOf(page)).toContainText('Reprocessing job completed successfully');
  await expect(row(page, 0)).toContainText('Completed');
  await expect(row(page, 0)).toContainText('0 added, 2 removed, 0 kept');
  await expect(row(page, 0)).toContainText(', with configuration version 2');
  expect(await countDetections(operator, field)).toBe(0);
  await expectFineEverywhere(page);

  await row(page, 0)
    .getByRole('button', { name: /^Summary/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Summary of the job' });
  await expect(dialog.getByRole('row', { name: 'WEAK-0001' })).toContainText(/Crest\s*0\s*2\s*0\s*2/);
  await expectFineEverywhere(page, '[role=dialog]');
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
  expect(file.suggestedFilename()).toMatch(/ reprocessing summary .*\.csv$/);
  await button(page, 'Close').click();

  await button(page, 'Restore the previous result').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(messageOf(page)).toContainText('Previous result restored');
  await expect(row(page, 0)).toContainText('Previous result restored');
  await expect(row(page, 0)).toContainText(/settings again that they had before it\. Version 2 will be in force from \d\d:00\./);
  await expect(button(page, 'Restore the previous result')).toHaveCount(0);
  expect(await countDetections(operator, field)).toBe(2);
});

test.describe('with calls that fail', () => {
  test.use({ expectErrors: ['net::ERR_'] });
  test('errors and a job that runs hold a start back; a cancelled job is one at once (DET-20, DET-21)', async ({
    page,
    field,
    operator,
  }) => {
    await hearWeakly(operator, field);
    await page.route('**/reprocess/estimate', (route) => route.abort('connectionfailed'));
    await enter(page, field.person, reprocessingPath(field));
    const start = button(page, 'Start Reprocessing');
    const estimate = detectionCard(page, 'Estimate');
    await expect(estimate.getByText('Could not load the estimate')).toBeVisible();
    await page.unroute('**/reprocess/estimate');
    await estimate.getByRole('button', { name: 'Retry' }).click();
    await expect(estimate.getByText('Contacts')).toBeVisible();
    await openAdvanced(page);
    await page.getByLabel('Chunk size (hours)').fill('13');
    await expect(start).toHaveAccessibleDescription('Chunk size must be from 1 to 12 hours');
    await expect(estimate.getByText('Correct the fields to see an estimate')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No reprocessing jobs' })).toBeVisible();

    await page.getByLabel('Chunk size (hours)').fill('1');
    const year = page.getByRole('group', { name: /^End/ }).getByRole('spinbutton', { name: /year/i });
    const present = await year.innerText();
    await year.click();
    await page.keyboard.type('2001');
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('heading', { name: 'Estimate' }).click();
    await expect(start).toHaveAccessibleDescription('The end is before the start');
    await year.click();
    await page.keyboard.type(present);
    // One press both leaves the date field, so its date counts, and starts the job (FORM-20).
    await pressAt(page, start);
    await expect(page.getByRole('dialog', { name: 'Start reprocessing' })).toBeVisible();
    await page.keyboard.press('Escape');

    await startJob(page, 60);
    await expect(row(page, 0)).toContainText('Running');
    await expect(start).toHaveAccessibleDescription('A job is running. One job runs at a time');
    // Another visit finds the job and follows it.
    await page.reload();
    await expect(detectionCard(page, 'Reprocessing job').getByRole('progressbar')).toBeVisible();
    await expect(start).toHaveAccessibleDescription('A job is running. One job runs at a time');
    // So does a visit whose history shows other jobs.
    await page.goto(`${reprocessingPath(field)}&status=failed`);
    await expect(page.getByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    await expect(detectionCard(page, 'Reprocessing job').getByRole('progressbar')).toBeVisible();
    await expect(detectionCard(page, 'Reprocessing job').getByRole('button', { name: 'Cancel job' })).toBeVisible();
    await page.goto(`${reprocessingPath(field)}&page=99`);
    await row(page, 0)
      .getByRole('button', { name: /^Cancel the job/ })
      .click();
    await expect(messageOf(page)).toContainText('Reprocessing job cancelled');
    await expect(row(page, 0)).toContainText('Cancelled');
    await expect(start).not.toHaveAttribute('aria-disabled');

    const status = page.getByRole('button', { name: /Status/ });
    await status.click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await expect(page).toHaveURL(/\?tab=reprocessing&status=failed$/);
    await expect(page.getByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    await button(page, 'Show all jobs').press('Enter');
    await expect(row(page, 0)).toContainText('Cancelled');
    await expect(detectionCard(page, 'Job History'), 'the focus stays in the part (FORM-13)').toBeFocused();
    expect(await countDetections(operator, field), 'nothing was replaced').toBe(2);

    // This browser remembers that the guide is closed, for this tab alone.
    const guide = detectionCard(page, 'Quick Guide').getByRole('button');
    await guide.click();
    await page.reload();
    await expect(guide).toHaveAttribute('aria-expanded', 'false');
    await page.getByRole('tab', { name: 'Algorithm Parameters' }).click();
    await expect(guide).toHaveAttribute('aria-expanded', 'true');
  });
});
