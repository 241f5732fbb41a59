import type { Page } from '@playwright/test';
import { plantTransmitters } from '../support/transmitter-samples.ts';
import type { Field } from './support/field.ts';
import { expect, test } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { expectFineEverywhere } from './support/page-checks.ts';
import { RegistryPage } from './support/registry-page.ts';

/** What an edit of a transmitter leaves to do, and what is heard but not detected (DET-23, DET-24). */

const hourMs = 3_600_000;
const finding = '30 contacts, no run: measured 7.171 s, registered 7.1 s';
const title = 'Detections of past hours do not follow by themselves';

const notice = (page: Page) => page.getByRole('region', { name: title });

/**
 * Adds a transmitter that sent 30 times, not at its registered interval, in an hour that the host has
 * processed.
 */
async function hearWrongly({ database }: Operator, field: Field): Promise<number> {
  await plantTransmitters(database, field.mitasId, [
    { serial_number: 'TX-000001', emit_interval_ms: 7_100, emit_interval_variance_ms: 5 },
  ]);
  const hour = Math.floor(Date.now() / hourMs) * hourMs - 3 * hourMs;
  const burst = { receiver: 'Crest', type: 18, code: 17, freq: 150.1, power: -80 };
  await field.hear(...Array.from({ length: 30 }, (_, at) => ({ ...burst, ts: hour + 137 + at * 7_171 })));
  const followed = async () => {
    const text = 'select hour from detection_hours where system_id = $1 and hour = $2';
    return (await database.pool.query(text, [field.mitasId, new Date(hour)])).rowCount;
  };
  await expect.poll(followed, { message: 'the host follows it', timeout: 90_000 }).toBe(1);
  return hour;
}

test('a transmitter that is heard and not detected takes the measured interval, and its past hours are reprocessed', async ({
  page,
  field,
  operator,
}) => {
  const hour = await hearWrongly(operator, field);
  const transmitters = await RegistryPage.open(page, field, 'Transmitters');
  await expect(transmitters.row('TX-000001')).toContainText(finding);
  await expectFineEverywhere(page);

  await page.getByRole('button', { name: 'Edit TX-000001' }).click();
  await expect(transmitters.dialog).toContainText(finding);
  await expectFineEverywhere(page, '[role=dialog]');
  await transmitters.dialog.getByRole('button', { name: 'Use the measured interval' }).click();
  await expect(transmitters.dialog.getByLabel('Emit interval (ms)')).toHaveValue('7171');
  await transmitters.dialog.getByRole('button', { name: 'Update' }).click();
  await expect(transmitters.row('TX-000001')).toContainText('30 contacts, no run: measured 7.171 s, as registered');
  await expect(notice(page)).toContainText('were found without your edit');
  await expectFineEverywhere(page);

  await notice(page).getByRole('link', { name: 'Reprocess these hours' }).click();
  await expect(page.getByRole('heading', { name: 'Detection Settings', level: 1 })).toBeVisible();
  const search = new URL(page.url()).searchParams;
  const range = ['start', 'end'].map((end) => Date.parse(search.get(end) ?? ''));
  expect(range).toEqual([hour, hour + hourMs]);
  await expect(page.getByRole('button', { name: 'Last 7 days' })).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Start Reprocessing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start reprocessing' });
  await expect(dialog).toContainText('Whole hours:');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('1 added, 0 removed, 0 kept').first()).toBeVisible({ timeout: 90_000 });
  await RegistryPage.visit(page, field, 'Transmitters');
  await expect(transmitters.row('TX-000001')).not.toContainText('no run');
});

test('who may not reprocess reads of it, and puts it away', async ({ page, field, operator }) => {
  await hearWrongly(operator, field);
  const researcher = await operator.addPerson({ [field.mitasId]: 'researcher' });
  const transmitters = await RegistryPage.open(page, field, 'Transmitters', { person: researcher });
  await transmitters.addButton.click();
  await transmitters.fill({
    'Serial Number': 'TX-000002',
    'Model Number': 'M1',
    'Frequency (MHz)': '150.101',
    'Code Number': '17',
    'Emit interval (ms)': '7171',
  });
  await transmitters.dialog.getByRole('button', { name: 'Create' }).click();
  await expect(notice(page)).toContainText('An Administrator can reprocess these hours.');
  await expect(notice(page).getByRole('link')).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit TX-000002' }).click();
  await transmitters.choose('Purpose', 'Beacon');
  await transmitters.dialog.getByRole('button', { name: 'Update' }).click();
  await expect(transmitters.table.getByRole('row').filter({ hasText: /^TX-000002/ })).toContainText('Beacon');
  await expect(notice(page), 'a purpose matters to no hour').toHaveCount(0);
});
