import { expiredText } from '#model/entities/expiry.ts';
import { planted } from '../support/planted.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import { expectFineEverywhere, expectNoSidewaysScroll } from './support/page-checks.ts';
import { choose, openReceivers, receiversList, receiversPath, rowOf } from './support/receivers-page.ts';

/** What a person sees in an expired system (SYS-15). */

test.beforeEach(async ({ field, operator }) => {
  const expiry = new Date(Date.now() - 86_400_000);
  await planted(operator.database).updateTable('systems').set({ expiry }).where('id', '=', field.mitasId).execute();
});

test.describe('an edit', () => {
  test.use({ expectErrors: ['status of 409'] });

  test('is taken back with what the host says, and contacts still come in', async ({ page, field }) => {
    await enter(page, field.person);
    await page.getByRole('button', { name: 'Rename Crest', exact: true }).click();
    await page.getByRole('textbox', { name: 'New name of Crest' }).fill('Ridge');
    await page.keyboard.press('Enter');
    await expect(messageOf(page)).toContainText(expiredText);
    await expect(page.getByRole('button', { name: /^Crest/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Ridge/ })).toHaveCount(0);
    const { accepted, notes } = await field.hear({ receiver: 'Crest' });
    expect([accepted, notes]).toEqual([1, [expect.stringContaining('Of a system that has expired: Crest.')]]);
  });
});

test('the page of receivers says why nothing can be changed or commanded there, and shows all there is', async ({
  page,
  field,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openReceivers(page, field);
  await expect(page.getByRole('status').filter({ hasText: expiredText })).toBeVisible();
  await expect(receiversList(page).getByRole('link')).toHaveCount(5);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('button', { name: 'New receiver' })).toHaveCount(0);
  await expectFineEverywhere(page);

  await choose(page, 'Crest', 'Send a command');
  const refusal = page.getByRole('menuitem', { name: 'This system has expired and takes no commands' });
  await expect(refusal).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('menuitem', { name: 'Reboot' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await choose(page, 'Crest', 'View configuration');
  await expect(page.getByRole('dialog')).toContainText(expiredText);
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await rowOf(page, 'Crest').getByRole('link', { name: 'Crest' }).click();
  await expect(page.getByRole('heading', { name: 'Crest', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: expiredText })).toBeVisible();
});

test('what waits is cancelled by whoever may command, and no Viewer is offered it', async ({
  page,
  browser,
  field,
  operator,
}) => {
  const { database } = operator;
  const { id } = await database.db
    .selectFrom('receivers')
    .select('id')
    .where('system_id', '=', field.mitasId)
    .where('alias', '=', 'Crest')
    .executeTakeFirstOrThrow();
  const waits = { type: 'rxReboot', status: 'waiting', expires_at: new Date(Date.now() + 3_600_000) } as const;
  const commandId = `command-${field.mitasId}-waits`;
  await database.db
    .insertInto('commands')
    .values({ ...waits, system_id: field.mitasId, command_id: commandId, rx_id: id })
    .execute();
  const cancel = { name: 'Cancel Reboot of Crest' };
  const other = await browser.newPage();
  await enter(other, await operator.addPerson({ [field.mitasId]: 'viewer' }), `${receiversPath(field)}?commands=1`);
  await expect(other.getByRole('list', { name: 'Commands' })).toContainText('Reboot of Crest');
  await expect(other.getByRole('button', cancel)).toHaveCount(0);
  await other.close();

  await enter(page, field.person, `${receiversPath(field)}?commands=1`);
  await page.getByRole('button', cancel).click();
  await expect(page.getByRole('list', { name: 'Commands' })).toContainText('Cancelled');
});

test('one that is prolonged is edited again', async ({ page, field, operator }) => {
  await openReceivers(page, field);
  await expect(page.getByRole('status').filter({ hasText: expiredText })).toBeVisible();
  await planted(operator.database).updateTable('systems').set({ expiry: null }).where('id', '=', field.mitasId).execute();
  await enter(page, field.person, receiversPath(field));
  await expect(page.getByRole('button', { name: 'New receiver' })).toBeVisible();
  await expect(page.getByText(expiredText)).toHaveCount(0);
});

test('Activity offers no undo that would be refused', async ({ page, field, operator }) => {
  const expireAt = (expiry: Date | null) =>
    planted(operator.database).updateTable('systems').set({ expiry }).where('id', '=', field.mitasId).execute();
  await expireAt(null);
  await enter(page, field.person);
  await page.getByRole('button', { name: 'Rename Crest', exact: true }).click();
  await page.getByRole('textbox', { name: 'New name of Crest' }).fill('Ridge');
  const saved = page.waitForResponse((response) => response.url().endsWith('/name') && response.ok());
  await page.keyboard.press('Enter');
  await saved;
  await page.goto(`/dashboard/${field.mitasId}/advanced/activity`);
  const changes = page.getByRole('region', { name: 'Changes' });
  const undo = changes.getByRole('button', { name: /^Undo/ });
  await expect(undo).toHaveCount(1);
  await expireAt(new Date(Date.now() - 86_400_000));
  await page.reload();
  await expect(changes).toContainText('Ridge');
  await expect(undo).toHaveCount(0);
});
