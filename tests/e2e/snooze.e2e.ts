import type { Locator, Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import { thorough, variants } from '../support/thorough.ts';
import { Colleague } from './support/colleague.ts';
import { alarmOffline, type Field } from './support/field.ts';
import { enter, expect, productUrl, test, ownContext } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { heldUndo, messageOf } from './support/message.ts';
import type { Operator } from './support/operator.ts';
import { desk, expectFineAt, expectFineEverywhere, phone } from './support/page-checks.ts';
import { choose, openReceivers, receiversPath, rowOf } from './support/receivers-page.ts';
import { visit } from './support/steps.ts';

/** ALM-12: alarms of receivers are snoozed, from the bell and from the page of receivers. */

const path = '/alarms/rx-snooze-times';
const menu = (page: Page): Locator => page.getByRole('dialog', { name: 'Alarms' });
const form = (page: Page): Locator => page.getByRole('dialog', { name: /^Snooze / });
const marks = (page: Page): Locator => page.getByRole('img', { name: /^Snoozed until \d{4}-\d\d-\d\d \d\d:\d\d / });
const set = (of: Locator): Promise<void> => of.getByRole('button', { name: 'Snooze', exact: true }).click();

/** Records from now on the menu's height in each frame, and the elements that get the focus in turn. */
async function heightsOf(page: Page): Promise<() => Promise<{ focused: string[]; high: number[] }>> {
  const seen = await menu(page).evaluateHandle((dialog) => {
    const noted: { focused: string[]; high: number[] } = { focused: [], high: [] };
    document.addEventListener('focusin', ({ target }) => {
      noted.focused.push((target as HTMLElement).closest('label')?.textContent ?? (target as HTMLElement).outerHTML);
    });
    const look = (): void => {
      noted.high.push(Math.round(dialog.getBoundingClientRect().height));
      requestAnimationFrame(look);
    };
    look();
    return noted;
  });
  return () => seen.jsonValue();
}

async function raise(operator: Operator, field: Field, alias: string, snoozed = false): Promise<void> {
  const rx_id = field.receivers[alias] ?? 0;
  const raised = { system_id: field.mitasId, alarm_code_id: 4101, rx_id, alias, site_name: '', at: new Date(), snoozed };
  await planted(operator.database).insertInto('alarms').values(raised).execute();
}

test('from an alarm, seen by somebody else at once, and taken back', async ({ page, field, operator, browser }) => {
  await raise(operator, field, 'Crest');
  await raise(operator, field, 'Gully', true);
  await openReceivers(page, field);
  const context = await browser.newContext({ baseURL: productUrl() });
  const other = await context.newPage();
  await enter(other, await operator.addPerson({ [field.mitasId]: 'viewer' }), receiversPath(field));
  await expect(rowOf(other, 'Crest')).toBeVisible();

  await page.getByRole('button', { name: /^Alarms, / }).click();
  await expect(menu(page).getByRole('listitem').nth(0)).toContainText('was snoozed');
  await menu(page).getByRole('button', { name: 'Snooze Crest' }).click();
  await expect(menu(page).getByRole('radio', { name: '1 hour' })).toBeFocused();
  await menu(page).getByRole('radio', { name: 'Until tomorrow 07:00' }).click();
  await set(menu(page));
  const button = menu(page).getByRole('button', { name: /^Crest: Snoozed until \d{4}-\d\d-\d\d 07:00 M.T\. Change$/ });
  await expect(button).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  const undo = await heldUndo(page, 'Crest is snoozed until');
  for (const each of [page, other]) await expect(rowOf(each, 'Crest').getByRole('img', { name: / 07:00 / })).toBeVisible();

  await other.getByRole('button', { name: /^Alarms, / }).click();
  await expect(menu(other).getByRole('listitem')).toHaveCount(2);
  await expect(menu(other).getByRole('button', { name: /[Ss]nooze/ }), 'a Viewer sees it, and sets none').toHaveCount(0);
  await expect(menu(other).getByRole('img', { name: /^Snoozed until/ })).toHaveCount(1);
  await other.keyboard.press('Escape');

  await undo.click();
  for (const each of [page, other]) await expect(marks(each)).toHaveCount(0);
  await context.close();
});

test('a snooze is set from the bell and the page of receivers, and shown there and on Home', async ({
  page,
  field,
  operator,
  step,
}) => {
  await raise(operator, field, 'Crest');
  await openReceivers(page, field);

  await step(
    'its form takes the place of the list in one step, and stands when the window becomes as narrow as a phone (LOOK-31)',
    async () => {
      await page.getByRole('button', { name: /^Alarms, / }).click();
      const button = menu(page).getByRole('button', { name: 'Snooze Crest' });
      await expect(button).toBeVisible();
      // The alarms are seen by now, so marking no longer changes the list's height.
      await expect(menu(page).getByRole('button', { name: /^Mark as / })).toBeVisible();
      const formCode = '/assets/snooze-form-*.js';
      const coming = await HeldCalls.at(page, formCode);
      await button.focus();
      const heights = await heightsOf(page);
      await page.keyboard.press('Enter');
      await coming.letGo();
      await page.unroute(`**${formCode}`);
      const radio = menu(page).getByRole('radio', { name: '1 hour' });
      await expect(radio).toBeFocused();
      const { focused, high } = await heights();
      expect(new Set(high).size, `one step, of ${high.join(', ')}`).toBe(2);
      expect(focused).toEqual(['1 hour']);

      await menu(page).getByRole('radio', { name: 'Until tomorrow 07:00' }).click();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(menu(page).getByRole('radio', { name: 'Until tomorrow 07:00' })).toBeChecked();
      await page.setViewportSize({ width: 1440, height: 900 });
      await expect(menu(page).getByRole('radio', { name: 'Until tomorrow 07:00' })).toBeChecked();
      await menu(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(button, 'the focus goes back where it came from').toBeFocused();
      await page.keyboard.press('Escape');
    },
  );

  await step('is marked in the list of Home until it ends (ALM-24)', async () => {
    const rows = page.getByRole('region', { name: 'Receivers' }).getByRole('listitem');
    await visit(page, `/dashboard/${field.mitasId}/dashboard`);
    await expect(rows.filter({ hasText: 'Crest' })).toBeVisible();
    await expect(marks(page)).toHaveCount(0);
    const colleague = await Colleague.open(await operator.addPerson({ [field.mitasId]: 'researcher' }), field.mitasId);
    const snooze = (snoozeUntil: number) => colleague.call('PUT', path, { rxIds: [field.receivers['Crest']], snoozeUntil });
    await snooze(Date.now() + 3_600_000);
    await expect(rows.filter({ hasText: 'Crest' }).getByRole('img', { name: /^Snoozed until/ })).toBeVisible();
    await expect(marks(page), 'of the others none').toHaveCount(1);
    await snooze(Date.now() + 3_000);
    await expect(marks(page), 'it ends by itself').toHaveCount(0);
    await colleague.close();
  });

  await step('of several that are selected, shown before the host answers, ended from the page of one', async () => {
    const { Crest, Gully } = field.receivers;
    await visit(page, `${receiversPath(field)}?selected=${Crest},${Gully}`);
    const calls = await HeldCalls.at(page, path);
    await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Snooze' }).click();
    await expect(form(page)).toHaveAccessibleName('Snooze 2 receivers');
    await form(page).getByRole('radio', { name: '7 days' }).click();
    await set(form(page));
    await expect(marks(page)).toHaveCount(2);
    await calls.letGo();
    await page.unroute(`**${path}`);
    await expect(messageOf(page)).toContainText('2 receivers are snoozed until');

    await visit(page, `${receiversPath(field)}?receiver=${Gully}`);
    await expect(page.getByText(/^Snoozed until/)).toBeVisible();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Snooze alarms' }).click();
    await form(page).getByRole('button', { name: 'End snooze' }).click();
    await expect(messageOf(page)).toContainText('Gully is no longer snoozed');
    await expect(page.getByText(/^Snoozed until/)).toHaveCount(0);
  });

  await step('on a system that has expired it is set and ended, and offered nobody to undo (SYS-15)', async () => {
    const expiry = new Date(Date.now() - 86_400_000);
    const writer = planted(operator.database);
    await writer.deleteFrom('rx_snooze').where('system_id', '=', field.mitasId).execute();
    await writer.updateTable('systems').set({ expiry }).where('id', '=', field.mitasId).execute();
    await page.goto(receiversPath(field));
    await expect(rowOf(page, 'Crest')).toBeVisible();
    await expect(marks(page)).toHaveCount(0);
    await choose(page, 'Crest', 'Snooze alarms');
    await set(form(page));
    await expect(messageOf(page)).toContainText('Crest is snoozed until');
    await expect(messageOf(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await choose(page, 'Crest', 'Snooze alarms');
    await form(page).getByRole('button', { name: 'End snooze' }).click();
    await expect(messageOf(page)).toContainText('Crest is no longer snoozed');
    await expect(marks(page)).toHaveCount(0);
  });
});

thorough(test)(
  'its form comes to no list that was closed meanwhile, and is that of the alarm pressed last (LOOK-31)',
  async ({ page, field, operator }) => {
    for (const alias of ['Crest', 'Gully']) await raise(operator, field, alias);
    await openReceivers(page, field);
    const bell = page.getByRole('button', { name: /^Alarms, / });
    const press = (alias: string) =>
      menu(page)
        .getByRole('button', { name: `Snooze ${alias}` })
        .click();
    const formCode = '/assets/snooze-form-*.js';
    const coming = await HeldCalls.at(page, formCode);
    const asked = page.waitForRequest(`**${formCode}`);
    await bell.click();
    await press('Crest');
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await bell.click();
    await expect(menu(page).getByRole('listitem')).toHaveCount(2);
    const url = (await asked).url();
    await coming.letGo();
    // By now every waiter for the code has continued, and the result is drawn.
    await page.evaluate(async (code) => {
      await import(code);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }, url);
    expect(await menu(page).getByRole('listitem').count()).toBe(2);
    await menu(page)
      .getByRole('button', { name: 'Snooze Crest' })
      .evaluate((crest: HTMLElement) => {
        crest.click();
        [...document.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === 'Snooze Gully')?.click();
      });
    await expect(menu(page).getByRole('radio', { name: '1 hour' })).toBeFocused();
    await expect(menu(page)).toContainText('Snooze Gully');
    await page.keyboard.press('Escape');
  },
);

test(
  'an alarm that comes while its form stands over the list is not seen before the list is there again (ALM-9)',
  { tag: ownContext },
  async ({ page, field, operator }) => {
    const bell = (news: string) => page.getByRole('button', { name: `Alarms, ${news} new`, includeHidden: true });
    await raise(operator, field, 'Crest');
    await page.clock.install();
    await openReceivers(page, field);
    await bell('1').click();
    await expect(bell('none')).toBeVisible();
    await menu(page).getByRole('button', { name: 'Snooze Crest' }).click();
    await expect(menu(page).getByRole('radio', { name: '1 hour' })).toBeFocused();
    await alarmOffline(operator, field, 'Gully');
    await expect(async () => {
      await field.hear({ receiver: 'Gully' });
      await expect(bell('2')).toBeVisible({ timeout: 1_500 });
    }).toPass();
    await page.clock.fastForward(10_000);
    await expect(bell('2'), 'nobody saw them').toBeVisible();
    await menu(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(bell('none')).toBeVisible();
    await page.keyboard.press('Escape');
  },
);

test.describe('where the host refuses', () => {
  test.use({ expectErrors: ['status of 404'] });

  test('nothing stands as not saved when it says why', async ({ page, field, operator }) => {
    await openReceivers(page, field);
    const calls = await HeldCalls.at(page, path);
    await choose(page, 'Crest', 'Snooze alarms');
    await set(form(page));
    await expect(marks(page)).toHaveCount(1);
    await expect(rowOf(page, 'Crest'), 'the host takes its time').toContainText('Not saved yet');
    // Records whether the row was still marked when the message appeared.
    await page.evaluate(() => {
      new MutationObserver(() => {
        const { body } = document;
        if (body.textContent?.includes('There is no receiver') && body.dataset.busy === undefined)
          body.dataset.busy = String(body.textContent.includes('Not saved yet'));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await planted(operator.database)
      .updateTable('receivers')
      .set({ retired_at: new Date() })
      .where('id', '=', field.receivers['Crest'] ?? 0)
      .execute();
    await calls.letGo();
    await expect(messageOf(page)).toContainText('There is no receiver');
    await expect(marks(page)).toHaveCount(0);
    await expect(page.locator('body')).toHaveAttribute('data-busy', 'false');
  });
});

test('its form over the list and in the menu, in both schemes, on a desk and on a phone', async ({ page, field, operator }) => {
  await raise(operator, field, 'Crest');
  await openReceivers(page, field);
  await choose(page, 'Crest', 'Snooze alarms');
  await form(page).getByRole('radio', { name: 'Until a date and time' }).click();
  await expect(form(page).getByRole('group', { name: /^Until, in/ })).toBeVisible();
  await set(form(page));
  await expect(form(page).getByText('Choose a date and a time')).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]');
  await form(page)
    .getByRole('button', { name: /^Calendar/ })
    .click();
  await expect(page.getByRole('grid', { name: /^\w+ \d{4}$/ })).toBeVisible();
  await expectFineEverywhere(page, '[role=dialog]:has([role=grid])');
  await page.keyboard.press('Escape');
  await form(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: /^Alarms, / }).click();
  await expect(menu(page).getByRole('listitem')).toHaveCount(1);
  await expectFineEverywhere(page, '[role=dialog]');
  for (const size of variants([desk, phone], [phone])) {
    await page.setViewportSize(size);
    await page.reload();
    await page.getByRole('button', { name: /^Alarms, / }).click();
    await menu(page).getByRole('button', { name: 'Snooze Crest' }).click();
    await expect(menu(page).getByRole('radio', { name: '1 hour' })).toBeFocused();
    await menu(page).getByRole('radio', { name: 'Until a date and time' }).click();
    await expectFineAt(page, size, '[role=dialog]:has([role=group])');
    await expect(menu(page).getByRole('group', { name: /^Until, in/ })).toBeVisible();
  }
});
