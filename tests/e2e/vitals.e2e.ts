import type { Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import {
  expectAccessible,
  expectFineEverywhere,
  expectNoSidewaysScroll,
  expectTouchTargets,
  phone,
} from './support/page-checks.ts';
import { visitAnew } from './support/steps.ts';

const hour = 3_600_000;
const card = (page: Page) => page.getByRole('region', { name: 'Vitals of the past 4 weeks' });
const receiverPage = ({ receivers }: Field, alias: string) => `receivers?receiver=${receivers[alias]}`;
/** Three days of a receiver's reports; its memory card fills by 10 % a day to 60 %. */
const threeDays = (receiver: string, now: number) =>
  Array.from({ length: 72 }, (_, ago) => ({
    receiver,
    ts: now - ago * hour,
    voltage: 12 + (ago % 24) / 20,
    memoryUsedMb: 600 - (ago * 100) / 24,
    memoryTotalMb: 1_000,
    temperature: 15,
    state: ago === 30 ? 3 : 4,
  }));

test('the vitals of receivers, each on its page', async ({ page, field, operator, step }) => {
  const began = Date.now();
  await field.report(...threeDays('Crest', began), ...threeDays('Marsh', began));
  await planted(operator.database)
    .updateTable('receivers')
    .set({ retired_at: new Date(began - 24 * hour) })
    .where('id', '=', field.receivers['Marsh'] ?? 0)
    .execute();
  await enter(page, field.person, `/dashboard/${field.mitasId}/${receiverPage(field, 'Crest')}`);
  await step(
    'what a receiver sent of itself is lines and a table on its page, with when its memory is full (VIT-1, VIT-6, VIT-7)',
    async () => {
      await expect(card(page)).toContainText('Memory full in 3 days at this rate');
      await expect(card(page).getByRole('img', { name: /^Voltage from 12\.0 to 13\.1 V, at last 12\.0 V$/ })).toBeVisible();
      await expect(card(page).getByRole('img', { name: /^Memory used from .* %, at last 60 %$/ })).toBeVisible();
      await expect(card(page).getByRole('img', { name: /^Temperature/ })).toBeVisible();
      await expect(card(page), 'beside the strip of states, with when that was known (FLEET-14)').toContainText(
        /StatusAt \d\d:\d\d: Online for 1 d 5 h/,
      );
      const days = card(page).getByRole('region', { name: 'Vitals by day' });
      // Three days touch at most four calendar days.
      await expect.poll(() => days.getByRole('row').count()).toBeGreaterThanOrEqual(4);
      await expect(days).toContainText('15.0 – 15.0');
      await expectFineEverywhere(page);
    },
  );

  await step('of one that is retired it says no present state, and draws none of the time since (FLEET-14)', async () => {
    await visitAnew(page, field, receiverPage(field, 'Marsh'));
    const strip = card(page).locator('[style*="gradient"]');
    await expect(strip).toHaveAttribute('style', /var\(--console-grid\) [\d.]+% 100\.000%\)/);
    await expect(card(page)).not.toContainText('Online');
  });

  await step('one that reported nothing says so, on a phone too', async () => {
    await visitAnew(page, field, receiverPage(field, 'Gully'), phone);
    await expect(card(page)).toContainText('No voltage, memory or temperature reported in this period.');
    await visitAnew(page, field, receiverPage(field, 'Crest'), phone);
    await expect(card(page)).toContainText('Memory full in 3 days at this rate');
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page);
    await expectAccessible(page);
  });

  await step('what it says is the newest value, to the digit that of the card above, and stays so (VIT-6)', async () => {
    const above = page.getByRole('region', { name: 'Receiver', exact: true });
    const now = Date.now();
    const report = (ts: number, voltage: number, memoryUsedMb: number) =>
      field.report({ receiver: 'Hollow', ts, voltage, memoryUsedMb, memoryTotalMb: 1_000 });
    const expectInBoth = async (voltage: string, memory: string) => {
      await expect(above.getByText(memory, { exact: true })).toBeVisible();
      await expect(above.getByText(voltage, { exact: true })).toBeVisible();
      await expect(card(page).locator('[data-of=memoryPercent] b')).toHaveText(memory);
      await expect(card(page).locator('[data-of=voltage] b')).toHaveText(voltage);
    };
    await report(now - 2_000, 12.6, 980);
    await report(now - 1_000, 12.2, 0);
    await visitAnew(page, field, receiverPage(field, 'Hollow'));
    await expectInBoth('12.2 V', '0 %');
    await report(now, 11.96, 439);
    await expectInBoth('11.9 V', '43 %');
    await expect(card(page).getByRole('img', { name: /^Voltage from 11\.9 to 12\.6 V, at last 11\.9 V$/ })).toBeVisible();
  });

  await step('a clock that is wrong is said beside the status and in the vitals, until it is right again (VIT-8)', async () => {
    const status = page.getByRole('region', { name: 'Receiver', exact: true });
    const now = Date.now();
    await field.report({ receiver: 'Quarry', ts: now - hour, clock: now - 2 * hour - 3 * 60_000 - 30_000 });
    await visitAnew(page, field, receiverPage(field, 'Quarry'));
    await expect(status).toContainText('Clock 2 h 3 min slow');
    await expect(card(page)).toContainText('Clock 2 h 3 min slow: the times of its contacts may be off by as much');
    await expectFineEverywhere(page);

    await field.report({ receiver: 'Quarry', ts: now, clock: Date.now(), voltage: 12 });
    await page.reload();
    await expect(card(page)).toContainText('Voltage');
    await expect(page.getByText(/^Clock/)).toHaveCount(0);
  });
});

test.describe('vitals that do not come', () => {
  test.use({ expectErrors: ['ERR_FAILED'] });

  test('keep nothing else of the page waiting, and come by Retry', async ({ page, field }) => {
    await field.report(...threeDays('Crest', Date.now()));
    const path = '**/receivers/*/vitals*';
    await page.route(path, (route) => route.abort());
    await enter(page, field.person, `/dashboard/${field.mitasId}/${receiverPage(field, 'Crest')}`);
    await expect(card(page).getByRole('alert')).toContainText('Could not load its vitals');
    await expect(page.getByRole('region', { name: 'Field visits' })).toBeVisible();
    await page.unroute(path);
    await card(page).getByRole('button', { name: 'Retry' }).click();
    await expect(card(page)).toContainText('Memory full in 3 days at this rate');
  });
});
