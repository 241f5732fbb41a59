import type { Locator, Page } from '@playwright/test';
import { receiverModels } from '#model/entities/receiver.ts';
import { thorough } from '../support/thorough.ts';
import { Colleague } from './support/colleague.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { messageOf } from './support/message.ts';
import { desk, expectFineEverywhere, phone } from './support/page-checks.ts';

/**
 * LOOK-11, LOOK-12: the screens of receivers and everything that opens over them, in both schemes, on a
 * desktop and on a phone: axe, width, and touch targets. None violates the page's policy or logs an error.
 * Each is opened once and then changed in scheme and width: loading everything again for each takes as long
 * as the rest of a file.
 */

/** The part over the page; the page below cannot be reached until it closes. */
const over = '[role=dialog], [role=alertdialog]';

class Screens {
  readonly page: Page;
  readonly field: Field;
  /** The contents of the picker lists checked so far. */
  readonly #offered = new Set<string | null>();

  constructor(page: Page, field: Field) {
    this.page = page;
    this.field = field;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog').or(this.page.getByRole('alertdialog')).last();
  }

  async open(query: string): Promise<void> {
    await this.page.goto(`/dashboard/${this.field.mitasId}/receivers${query}`);
  }

  /** Checks what the page shows now, or only a part of it. */
  async look(what: string, part?: string): Promise<void> {
    await test.step(what, () => expectFineEverywhere(this.page, part));
  }

  /** Checks the part over the page and the lists of its pickers, and closes it. */
  async lookOver(what: string, part = over): Promise<void> {
    await expect(this.page.locator(part).last()).toBeVisible();
    await this.look(what, part);
    if (part === over) await this.lookAtPickers(what);
    await this.page.keyboard.press('Escape');
    await expect(this.page.locator(part)).toHaveCount(0);
  }

  /** Checks the list of each picker in the dialog, each distinct list once. */
  async lookAtPickers(of: string): Promise<void> {
    const pickers = this.dialog.locator('button[aria-haspopup=listbox]:enabled').filter({ visible: true });
    for (const picker of await pickers.all()) {
      await picker.click();
      const list = '[role=listbox]:not([aria-multiselectable])';
      const offered = await this.page.locator(list).textContent();
      if (this.#offered.has(offered)) await this.page.keyboard.press('Escape');
      else await this.lookOver(`a picker of ${of}: ${offered}`, list);
      this.#offered.add(offered);
      await expect(this.page.locator(list)).toHaveCount(0);
      // From phone to desktop, the list becomes another element, which does not return the focus.
      await picker.focus();
    }
  }

  /** Expects two buttons of the dialog to be equally high up, although one is greyed. */
  async expectInLine(greyed: string, other: string | RegExp): Promise<void> {
    const top = async (name: string | RegExp): Promise<number> => {
      const box = await this.dialog.getByRole('button', { name, exact: typeof name === 'string' }).boundingBox();
      return box?.y ?? Number.NaN;
    };
    expect(Math.abs((await top(greyed)) - (await top(other)))).toBeLessThan(2);
  }

  /** Opens the menu of a row or of a site, and chooses an item. */
  async choose(of: string, item?: string): Promise<void> {
    await this.page.getByRole('button', { name: `Actions of ${of}`, exact: true }).click();
    if (item !== undefined) await this.page.getByRole('menuitem', { name: item, exact: true }).click();
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  }
}

const thoroughTest = thorough(test);

test.use({ viewport: desk, expectErrors: ['status of 409', 'net::ERR_'] });
test.setTimeout(480_000);

async function begin(page: Page, field: Field): Promise<Screens> {
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers`);
  await expect(page.getByRole('grid', { name: 'Receivers by site' })).toBeVisible();
  return new Screens(page, field);
}

test('the list, its menus, fields and dialogs', async ({ page, field }) => {
  const screens = await begin(page, field);
  await screens.look('the list');
  for (const of of ['Crest', 'North ridge']) {
    await screens.choose(of);
    await screens.lookOver(`the menu of ${of}`, '[role=menu]');
  }
  for (const item of ['Rename', 'Change address', 'Choose colour', 'Edit location', 'Copy', 'Retire']) {
    await screens.choose('Crest', item);
    await screens.lookOver(`${item} of a receiver`);
  }
  await screens.choose('Crest', 'Move to another site');
  await screens.lookOver('the sites to move to', '[role=menu]');
  for (const item of ['New receiver', 'Rename site', 'Choose colour', 'Delete site']) {
    await screens.choose('North ridge', item);
    await screens.lookOver(`${item} of a site`);
  }
  await screens.choose('North ridge', 'Choose point style');
  await screens.lookOver('the point styles', '[role=menu]');
  await screens.press('New site');
  await screens.lookOver('New site');
  // A phone hides it until the person opens it.
  await page.setViewportSize(phone);
  await screens.press('Filter');
  await page.setViewportSize(desk);
  await screens.press('Receivers: all');
  await screens.lookOver('the filter');
});

thoroughTest('what is selected, what went wrong, and the retired', async ({ page, field }) => {
  const screens = await begin(page, field);
  const ids = ['Crest', 'Gully'].map((alias) => field.receivers[alias]);
  await field.hear({ receiver: 'Marsh' });
  await screens.open(`?selected=${ids.join(',')}`);
  await expect(page.getByRole('toolbar', { name: 'Selected receivers' })).toBeVisible();
  await screens.look('the selection');
  for (const action of ['Copy', 'Retire']) {
    await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: action }).click();
    await screens.lookOver(`${action} of several`);
  }
  await page.route(`**/receivers/${field.receivers['Gully']}`, (route) => route.abort('connectionfailed'));
  await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Retire' }).click();
  await screens.dialog.getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByRole('alert', { name: 'What went wrong' })).toBeVisible();
  await screens.look('what went wrong');
  await screens.choose('Marsh', 'Retire');
  await screens.dialog.getByRole('button', { name: 'Retire' }).click();
  await expect(messageOf(page)).toContainText('Retired 1 receiver');
  await screens.open('?retired=1');
  await expect(page.getByRole('button', { name: 'Restore Marsh' })).toBeVisible();
  await screens.look('the retired');
  await screens.press('Restore Marsh');
  await screens.lookOver('Restore');
});

test("a receiver's own page", async ({ page, field }) => {
  const screens = await begin(page, field);
  await screens.open(`?receiver=${field.receivers['Hollow']}`);
  const visits = page.getByRole('region', { name: 'Field visits' });
  await visits.getByLabel('What you saw and did').fill('Changed the battery');
  await visits.getByRole('button', { name: 'Add note' }).click();
  await expect(visits.getByRole('listitem')).toContainText('Changed the battery');
  await screens.press('Show large');
  await expect(page.getByRole('list', { name: 'States, newest first' })).toBeVisible();
  await screens.look('the page, its states large');
});

thoroughTest('the editor of an Orion and of an Ares, its versions and its questions', async ({ page, field, operator }) => {
  await operator.database.db
    .updateTable('receiver_reports')
    .set({ model: receiverModels.ares })
    .where('rx_id', '=', field.receivers['Gully'] ?? 0)
    .execute();
  const colleague = await Colleague.open(await operator.addPerson({ [field.mitasId]: 'researcher' }), field.mitasId);
  const crest = field.receivers['Crest'] ?? 0;
  // Two versions; the older one differs from the editor's values.
  await colleague.setSquelch(crest, -105);
  await colleague.setSquelch(crest, -100);
  const screens = await begin(page, field);
  for (const alias of ['Gully', 'Crest']) {
    await screens.open(`?edit=${field.receivers[alias]}`);
    await expect(screens.dialog.getByLabel('Name')).toBeVisible();
    const tabs = screens.dialog.getByRole('tablist', { name: 'Parts of the configuration' }).getByRole('tab');
    for (const tab of await tabs.all()) {
      await page.setViewportSize(phone);
      await tab.click();
      const tops = await tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
      expect(new Set(tops).size, 'all tabs in one line, whichever is chosen').toBe(1);
      await screens.look(`the tab ${await tab.textContent()} of ${alias}`, over);
      await screens.lookAtPickers(`the tab ${await tab.textContent()} of ${alias}`);
    }
  }
  await page.getByRole('tab', { name: /^Channels/ }).click();
  await screens.expectInLine('Bins of all my tags', 'All bins');
  await screens.press('Versions');
  await page
    .getByRole('button', { name: /^Open the version of/ })
    .last()
    .click();
  await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await screens.look('a saved version', '[role=dialog]:has(table)');
  await screens.press('Close');
  await page.getByRole('tab', { name: /^General/ }).click();
  await screens.dialog.getByLabel('Squelch (dBm)').fill('-90');
  await screens.press('Cancel');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await screens.look('leaving with unsaved changes', '[role=alertdialog]');
  await screens.press('Stay');
  await colleague.setSquelch(crest, -95);
  await screens.press('Save');
  await expect(page.getByRole('alertdialog', { name: 'Changed since you opened it' })).toBeVisible();
  await screens.look('a conflict', '[role=alertdialog]');
  await colleague.close();
});

thoroughTest('the editor and the batch where the transmitters and the receiver do not come', async ({ page, field }) => {
  const screens = await begin(page, field);
  await page.route('**/transmitters', (route) => route.abort('connectionfailed'));
  await screens.open(`?edit=${field.receivers['Crest']}`);
  await expect(screens.dialog).toContainText('Could not load the transmitters of this system');
  await screens.look('the editor without transmitters', over);
  await page.route(`**/receivers/${field.receivers['Crest']}`, (route) => route.abort('connectionfailed'));
  await screens.open(`?edit=${field.receivers['Crest']}`);
  await expect(screens.dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
  await screens.look('the editor that could not be loaded', over);
});

thoroughTest('a batch: chosen, looked at, and its results', async ({ page, field, operator }) => {
  const colleague = await Colleague.open(await operator.addPerson({ [field.mitasId]: 'researcher' }), field.mitasId);
  const screens = await begin(page, field);
  const ids = ['Crest', 'Gully'].map((alias) => field.receivers[alias]);
  await screens.open(`?selected=${ids.join(',')}&batch=1`);
  await screens.dialog.getByLabel('Squelch (dBm)').fill('-90');
  await screens.expectInLine('Pull', /Pull values from/);
  for (const tab of await screens.dialog.getByRole('tab').all()) {
    await tab.click();
    await screens.look(`choosing: ${await tab.textContent()}`, over);
    await screens.lookAtPickers(`choosing: ${await tab.textContent()}`);
  }
  await screens.press('Review changes');
  await expect(screens.dialog).toContainText('2 of 2 receivers change');
  await screens.look('what would change', over);
  await colleague.call('DELETE', `/receivers/${ids[1]}`);
  await screens.press('Apply');
  await expect(screens.dialog.getByRole('alert')).toContainText('stays as it was:');
  await screens.look('the results', over);
  await colleague.close();
});
