import type { Page } from '@playwright/test';
import { enter, expect, test } from './support/fixtures.ts';
import { expectAccessible, expectFineEverywhere, expectNoSidewaysScroll, expectTouchTargets } from './support/page-checks.ts';

/** What an operator needs to know about the host, on Advanced → System (DOC-12). */

const card = (page: Page) => page.getByRole('region', { name: 'This host' });
const finding = (page: Page, topic: string) =>
  card(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(topic, { exact: true }) });

test('the operator sees how the host is, and looks again; whoever is it no more sees nothing of it', async ({
  page,
  field,
  operator,
}) => {
  const address = `/dashboard/${field.mitasId}/advanced/system`;
  await enter(page, field.person, address);
  await expect(page.getByRole('region', { name: 'Data kept' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);

  await operator.admin(['users', 'set', field.person.username, '--superuser']);
  await expect(finding(page, 'Versions')).toContainText(/^FineVersionsConsole \d+\.\d+\.\d+, Node /);
  await expect(finding(page, 'Disk')).toContainText(/are free; the database takes/);
  await expect(finding(page, 'Backup')).toContainText('npm run backup');
  await expectFineEverywhere(page);

  await operator.database.pool.query(
    `insert into backup_notes (deed, backup, made_at) values ('made', '/kept', now()), ('tried', '/kept', now())
       on conflict (deed) do update set at = now()`,
  );
  await card(page).getByRole('button', { name: 'Check again' }).click();
  await expect(finding(page, 'Backup')).toContainText(
    'FineBackupLast made less than an hour ago; one was last restored less than an hour ago.',
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectTouchTargets(page);
  await expectAccessible(page);
  await operator.admin(['users', 'set', field.person.username, '--no-superuser']);
  await expect(card(page)).toHaveCount(0);
});

test.describe('that cannot be looked at', () => {
  test.use({ expectErrors: ['net::ERR_CONNECTION_REFUSED'] });

  test('says so, with Retry; what was seen stays, and is said to be old', async ({ page, field, operator }) => {
    await operator.admin(['users', 'set', field.person.username, '--superuser']);
    await page.route('**/host-diagnosis', (route) => route.abort('connectionrefused'));
    await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/system`);
    await expect(card(page)).toContainText('Host check failed');
    await expectFineEverywhere(page);
    await page.unroute('**/host-diagnosis');
    await card(page).getByRole('button', { name: 'Retry' }).click();
    await expect(finding(page, 'Clock')).toContainText('Fine');
    await page.route('**/host-diagnosis', (route) => route.abort('connectionrefused'));
    await card(page).getByRole('button', { name: 'Check again' }).click();
    await expect(card(page).getByRole('status')).toContainText('Could not refresh. As of');
    await expect(finding(page, 'Clock')).toContainText('Fine');
  });
});
