import type { Page } from '@playwright/test';
import packageJson from '../../package.json' with { type: 'json' };
import { planted } from '../support/planted.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchTargets } from './support/page-checks.ts';

/** SYS-14: Advanced → System. */

const facts = (page: Page) => page.getByRole('region', { name: 'About this system' });

test('the page says how the system is, by which versions it is run, and what it may, and goes on being true', async ({
  page,
  field,
  operator,
}) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/system`);
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(facts(page)).toContainText('System statusOperating normally');
  await expect(facts(page)).toContainText(`Host version${packageJson.version}`);
  await expect(facts(page)).toContainText(/Database version1[5-9]\./);
  await expect(facts(page)).toContainText('Max receivers100, 5 of them in use');
  await expect(facts(page)).toContainText('ExpiryNever');
  await expect(facts(page)).toContainText('Clock sync intervalHourly');
  await expectAccessible(page);

  await operator.admin(['systems', 'set', field.mitasId, '--max-receivers', '12']);
  await expect(facts(page)).toContainText('Max receivers12, 5 of them in use');
});

test('an end that is near is marked, in both schemes and on a phone', async ({ page, field, operator }) => {
  const expiry = new Date(Date.now() + 3.5 * 86_400_000);
  await planted(operator.database).updateTable('systems').set({ expiry }).where('id', '=', field.mitasId).execute();
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/system`);
  await expect(facts(page)).toContainText('3 days left');
  await expectNoSidewaysScroll(page);
  await expectTouchTargets(page);
  for (const scheme of ['Switch to light', 'Switch to dark']) {
    const to = page.getByRole('button', { name: scheme });
    if (await to.isVisible()) await to.click();
    await expectAccessible(page);
  }
});
