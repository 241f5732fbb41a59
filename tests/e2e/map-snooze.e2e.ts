import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import type { Page } from '@playwright/test';
import { enter, expect, productUrl, test } from './support/fixtures.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import { heldUndo, undoTool } from './support/message.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** ALM-12: a receiver is snoozed and unsnoozed from the map. */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

const form = (page: Page) => page.getByRole('dialog', { name: 'Snooze Crest' });

test('from the map: set, seen by somebody else at once, taken back, and ended', async ({ page, field, operator, browser }) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field, `?receiver=${field.receivers['Crest']}`);
  const context = await browser.newContext({ baseURL: productUrl() });
  const other = await context.newPage();
  await enter(
    other,
    await operator.addPerson({ [field.mitasId]: 'viewer' }),
    `/dashboard/${field.mitasId}/receivers/map?receiver=${field.receivers['Crest']}`,
  );
  const seen = MapPage.of(other);
  await expect(seen.info('Crest')).toContainText('AlarmsOn');
  await expect(seen.info('Crest').getByRole('button', { name: 'Snooze alarms' }), 'a Viewer sees it, and sets none').toHaveCount(
    0,
  );

  const snooze = map.info('Crest').getByRole('button', { name: 'Snooze alarms' });
  await snooze.click();
  await form(page).getByRole('radio', { name: 'Until tomorrow 07:00' }).focus();
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(map.info('Crest'), 'Escape closes the form alone').toBeVisible();
  await expect(snooze).toBeFocused();

  await snooze.click();
  await form(page).getByRole('radio', { name: 'Until tomorrow 07:00' }).click();
  await form(page).getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(form(page)).toHaveCount(0);
  const undo = await heldUndo(page, 'Crest is snoozed until');
  for (const each of [map, seen]) {
    await expect(each.info('Crest')).toContainText(/Snoozed until \d{4}-\d\d-\d\d 07:00 M.T/);
    await expect(each.row('Crest').getByRole('img', { name: / 07:00 / })).toBeVisible();
    await expect(each.row('Gully').getByRole('img', { name: /^Snoozed/ })).toHaveCount(0);
  }
  await undo.click();
  for (const each of [map, seen]) {
    await expect(each.info('Crest')).toContainText('AlarmsOn');
    await expect(each.list.getByRole('img', { name: /^Snoozed/ })).toHaveCount(0);
  }
  await expect(undoTool(page, /^Redo: /)).toBeEnabled();
  await page.keyboard.press('Control+Shift+z');
  await expect(seen.info('Crest')).toContainText(/Snoozed until/);
  await snooze.click();
  await form(page).getByRole('button', { name: 'End snooze' }).click();
  for (const each of [map, seen]) await expect(each.info('Crest')).toContainText('AlarmsOn');
  await context.close();
});

test('the form that snoozes a receiver of the map, as it opens and as it looks', async ({ page, field, operator, step }) => {
  await placeReceivers(operator, field);
  const map = await MapPage.open(page, field, `?receiver=${field.receivers['Crest']}`);

  await step('nothing moves in a dialog while it opens, so that a quick press meets what it was aimed at (LOOK-23)', async () => {
    const tops = page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const found: number[] = [];
          const look = () => {
            const dialog = document.querySelector('[role="dialog"]');
            if (dialog !== null) {
              found.push(dialog.getBoundingClientRect().top);
              const isOpening = document.getAnimations().some(({ effect }) => {
                const { target } = effect as KeyframeEffect;
                return target?.contains(dialog) === true;
              });
              if (found.length > 3 && !isOpening) return resolve(found);
            }
            requestAnimationFrame(look);
          };
          look();
        }),
    );
    await map.info('Crest').getByRole('button', { name: 'Snooze alarms' }).click();
    const seen = await tops;
    expect(Math.max(...seen) - Math.min(...seen)).toBeLessThan(1);
  });

  await step('a receiver on the map, its form, and snoozed, in both schemes, on a desk and on a phone', async () => {
    await map.visit(field, `?receiver=${field.receivers['Crest']}`);
    await map.info('Crest').getByRole('button', { name: 'Snooze alarms' }).click();
    await expectFineEverywhere(page, '[role=dialog]');
    await form(page).getByRole('button', { name: 'Snooze', exact: true }).click();
    await expect(map.info('Crest')).toContainText(/Snoozed until/);
    await expectFineEverywhere(page);
  });
});
