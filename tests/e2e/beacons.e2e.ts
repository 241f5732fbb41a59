import type { Page } from '@playwright/test';
import { Colleague } from './support/colleague.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** REG-26, REG-27: the page of beacons, against the real host. */

const path = ({ mitasId }: Field) => `/dashboard/${mitasId}/transmitters/beacons`;
const detections = (page: Page) => page.getByRole('region', { name: 'Detections of BEACON-1' });

test('says how well each antenna hears each beacon, and opens the contacts of an hour', async ({ page, field }) => {
  await enter(page, field.person, path(field));
  await expect(page.getByRole('heading', { name: 'No beacons to show' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: "its transmitter is designated 'Beacon'" })).toBeVisible();

  const colleague = await Colleague.open(field.person, field.mitasId);
  const sent = { modelNumber: 'M1', protocolId: 18, frequencyVariance: 1, emitInterval: 30_000, emitIntervalVariance: 100 };
  const txData = { ...sent, serialNumber: 'BEACON-1', frequency: 150.5, codeNumber: 77, purpose: 1 };
  await colleague.call('POST', '/transmitters', { txData });
  const heard = { code: 77, freq: 150.5, type: 18 };
  const now = Date.now();
  await field.hear(
    ...[0, 1, 2].map((at) => ({ ...heard, receiver: 'Crest', ant: 1, ts: now - 120_000 + at * 30_000, power: -80 - at })),
    ...[0, 1].map((at) => ({ ...heard, receiver: 'Gully', ant: 2, ts: now - 26 * 3_600_000 + at * 30_000 })),
  );
  await page.reload();
  const head = page.getByRole('button', { name: /^BEACON-1/ });
  await expect(head).toContainText('3 hits across 1 receiver(s) and 1 antenna(s) in the past hour');
  await head.click();
  await expect(page).toHaveURL(/\?open=\d+$/);
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  // Detected within some seconds: the page asks again when it is loaded.
  await expect(async () => {
    await page.reload();
    await expect(detections(page).getByText('Last heard recently')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(detections(page).getByRole('list', { name: 'Last heard' }).getByRole('listitem')).toHaveCount(2);
  await expect(detections(page).getByRole('list', { name: 'Last heard' })).toContainText('(1 day ago)');
  const chart = detections(page).getByRole('application');
  await expectFineEverywhere(page);
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(detections(page).getByRole('status').filter({ hasText: 'Hits 3' })).toContainText(
    /Crest, antenna 1, .*: Hits [123], Average Power −8\d/,
  );
  await page.keyboard.press('Enter');
  const explorer = page.getByRole('dialog', { name: /^Receiver Crest contacts on antenna 1 from / });
  await expect(explorer.getByText(/\([123]\/[123] contacts shown\)/)).toBeVisible();
  await page.goBack();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await head.click();
  await expect(page).toHaveURL(path(field));
});
