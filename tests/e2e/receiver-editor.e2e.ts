import { readFile } from 'node:fs/promises';
import type { Locator, Page, ViewportSize } from '@playwright/test';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { messageOf } from './support/message.ts';
import { desk, expectAccessible, expectTouchTargets, phone } from './support/page-checks.ts';
import { openEditor, openReceivers, visitReceivers } from './support/receivers-page.ts';
import { visit } from './support/steps.ts';
import { plantTransmitters } from '../support/transmitter-samples.ts';

/** CFG-10, CFG-13: a receiver's configuration in its editor, on the real host. */

const editor = (page: Page): Locator => page.getByRole('dialog', { name: /^Edit / });
const tab = (page: Page, name: string | RegExp): Locator => editor(page).getByRole('tab', { name });
const save = (page: Page): Promise<void> => editor(page).getByRole('button', { name: 'Save' }).click();
const pathOf = ({ receivers }: Field, alias = 'Crest'): string => `/receivers/${receivers[alias]}`;

async function open(page: Page, field: Field, alias = 'Crest'): Promise<void> {
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers?edit=${field.receivers[alias]}`);
  await expect(editor(page).getByLabel('Name')).toHaveValue(alias);
}

/** Opens the editor for a step, on a page of this size. */
async function show(page: Page, field: Field, alias = 'Crest', size?: ViewportSize): Promise<void> {
  await visitReceivers(page, field, '', size);
  await openEditor(page, field.receivers[alias]);
  await expect(editor(page).getByLabel('Name')).toHaveValue(alias);
}

async function discard(page: Page): Promise<void> {
  await editor(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await expect(editor(page)).toHaveCount(0);
}

async function openTab(page: Page, name: string): Promise<void> {
  await tab(page, new RegExp(`^${name}`)).click();
}

/** The bins of a band. */
const strip = (page: Page, band = 1): Locator => editor(page).getByRole('listbox', { name: `Bins of band ${band}` });

test('its code is there before the configuration is asked for, and it stands at once (SPEED-12, LOOK-15)', async ({
  page,
  field,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/receiver-editor-dialog.*js$/.test(pathname)) asked.push('code');
    if (request.method() === 'GET' && pathname.endsWith(pathOf(field))) asked.push('configuration');
  });
  await open(page, field);
  expect(asked).toEqual(['code', 'configuration']);
  const motion = await editor(page).evaluate(({ parentElement }) => {
    const { transitionDelay, transitionDuration } = getComputedStyle(parentElement as Element);
    return [transitionDelay, transitionDuration].map((each) => [...new Set(each.split(', '))]);
  });
  expect(motion).toEqual([['0s'], ['0.1s']]);
});

test('how the editor stands on a desk and on a phone', async ({ page, field, step }) => {
  await openReceivers(page, field);

  await step('what is said of a typed frequency is seen without scrolling (CFG-17)', async () => {
    await show(page, field, 'Crest', { width: 1280, height: 800 });
    await openTab(page, 'Channels');
    await editor(page).getByLabel('Frequency or range (MHz)').fill('170.5');
    await editor(page).getByRole('button', { name: 'Turn on' }).click();
    await expect(editor(page).getByText('This band reaches from 150.000 to 150.995 MHz')).toBeInViewport({ ratio: 1 });
  });

  await step('it is as high on each of its tabs, on a desk and on a phone (LOOK-36)', async () => {
    await show(page, field);
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      for (const one of await editor(page).getByRole('tablist', { name: 'Parts of the configuration' }).getByRole('tab').all()) {
        await one.click();
        await expect(one).toHaveAttribute('aria-selected', 'true');
        const height = async () => (await editor(page).boundingBox())?.height ?? 0;
        const at = `${await one.textContent()} at ${size.width}`;
        await expect.poll(height, at).toBeCloseTo(Math.min(776, size.height - 160), 0);
      }
    }
  });

  await step('on a phone its tabs stand in one line, and those that do not fit are scrolled to (LOOK-24)', async () => {
    await show(page, field, 'Crest', phone);
    const lineOf = (name: string): Locator => editor(page).getByRole('tablist', { name });
    const tops = async (line: Locator): Promise<number> =>
      new Set(await Promise.all((await line.getByRole('tab').all()).map(async (one) => (await one.boundingBox())?.y))).size;
    const parts = lineOf('Parts of the configuration');
    await expect.poll(() => tops(parts), 'lines of the tabs').toBe(1);
    for (const one of await parts.getByRole('tab').all()) await expect(one, 'fits').toBeInViewport({ ratio: 1 });
    await openTab(page, 'Channels');
    const bands = lineOf('Bands');
    await expect.poll(() => tops(bands), 'lines of the bands').toBe(1);
    const inTheLine = async (one: Locator): Promise<boolean> => {
      const [line, box] = [await bands.boundingBox(), await one.boundingBox()];
      // Scroll positions are whole pixels, and the edges of tabs are not.
      return line !== null && box !== null && box.x >= line.x - 1 && box.x + box.width <= line.x + line.width + 1;
    };
    const band = (number: number): Locator => bands.getByRole('tab').nth(number - 1);
    await expect.poll(() => inTheLine(band(5)), 'more bands than fit').toBe(false);
    for (const number of [2, 3, 4]) {
      await band(number).click();
      for (const near of [number - 1, number, number + 1])
        await expect.poll(() => inTheLine(band(near)), `band ${near} is in sight where ${number} is chosen`).toBe(true);
    }
    await band(4).press('End');
    await expect.poll(() => inTheLine(band(5)), 'and what is walked to').toBe(true);
    await expectTouchTargets(page);
    await expectAccessible(page);
  });
});

test('what is typed into the editor is checked, and not lost unasked', async ({ page, field, step }) => {
  await openReceivers(page, field);

  await step('a section with an error cannot be saved, and its tab says so; a note stands beside what is unusual', async () => {
    await show(page, field);
    await openTab(page, 'General');
    await editor(page).getByLabel('Squelch (dBm)').fill('-200');
    await expect(editor(page)).toContainText('Between −135 and −57 dBm, a whole number');
    await expect(tab(page, /^General.*1 error/)).toBeVisible();
    await openTab(page, 'Basic');
    await save(page);
    await expect(editor(page).getByRole('alert')).toHaveText('Some fields have errors. Their tabs show which');
    await expect(editor(page).getByLabel('Squelch (dBm)')).toBeFocused();
    await editor(page).getByLabel('Squelch (dBm)').fill('−90');
    await expect(tab(page, 'General')).toHaveAccessibleName('General');
    await editor(page).getByLabel('Number of antennas').fill('4');
    await expect(editor(page)).toContainText('A cycle takes 12 s; a tag that beeps every 5 s is heard 1 time in 4');
    await openTab(page, 'Tags');
    const beeper = editor(page).getByRole('group', { name: 'Beeper' });
    await beeper.getByLabel('Shortest pulse (ms)').fill('30');
    await expect(beeper).toContainText('Not above the maximum, 25');
    await expect(beeper).toContainText('Not below the minimum, 30');
    await expect(tab(page, /^Tags.*2 errors/)).toBeVisible();
    await discard(page);
  });

  await step('a base frequency beyond the dial is refused and moves no bin; a save opens its band and shows it', async () => {
    await show(page, field);
    await openTab(page, 'Channels');
    const base = editor(page).getByLabel('Base frequency (MHz)');
    await editor(page).getByRole('tab', { name: 'Band 3' }).click();
    await base.fill('99');
    await base.press('Tab');
    await expect(base).toHaveValue('99.000');
    await expect(editor(page)).toContainText('Between 148 and 174 MHz');
    await expect(tab(page, /^Channels.*1 error/)).toBeVisible();
    await editor(page).getByRole('tab', { name: 'Band 1' }).click();
    await openTab(page, 'Tags');
    await save(page);
    await expect(editor(page).getByRole('tab', { name: /^Band 3/ })).toHaveAttribute('aria-selected', 'true');
    await expect(base).toBeFocused();
    await expect(editor(page).getByText('Between 148 and 174 MHz')).toBeInViewport();
    await openTab(page, 'Basic');
    await save(page);
    await expect(base, 'each time').toBeFocused();
    await base.fill('151.001');
    await base.press('Tab');
    await expect(base).toHaveValue('151.000');
    await expect(strip(page, 3)).toBeVisible();
    await discard(page);
  });

  await step('leaving with unsaved changes asks: by Cancel, by Escape and by the way back', async () => {
    await show(page, field);
    await editor(page).getByLabel('Name').fill('Ridge');
    const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
    await editor(page).getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toHaveCount(0);
    await editor(page).getByLabel('Name').press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await editor(page).getByLabel('Port', { exact: true }).press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(editor(page).getByLabel('Name')).toHaveValue('Ridge');
    await editor(page).getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(editor(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/edit=/);
  });

  await step('the way back from unsaved changes asks, and the address goes on to name what is edited', async () => {
    await visitReceivers(page, field);
    await openEditor(page, field.receivers['Crest']);
    await editor(page).getByLabel('Name').fill('Ridge');
    await page.goBack();
    const question = page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(editor(page).getByLabel('Name')).toHaveValue('Ridge');
    await expect(page).toHaveURL(/edit=/);
    await page.goBack();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(editor(page)).toHaveCount(0);
    await expect(page).not.toHaveURL(/edit=/);
  });
});

test.describe('where the host fails', () => {
  test.use({ expectErrors: [/Failed to load resource/] });

  test('a configuration that it does not give, or does not take, is asked for again and not lost', async ({
    page,
    field,
    step,
  }) => {
    await openReceivers(page, field);

    await step('to be read, it says so and can be asked again', async () => {
      await visitReceivers(page, field);
      const calls = await HeldCalls.at(page, pathOf(field, 'Quarry'));
      await openEditor(page, field.receivers['Quarry']);
      await expect(page.getByRole('dialog', { name: 'Edit Quarry' }).getByLabel('Loading the configuration')).toBeVisible();
      await calls.cut();
      await expect(editor(page).getByRole('alert')).toContainText('An error occurred, try refreshing');
      await editor(page).getByRole('button', { name: 'Retry' }).click();
      await calls.letGo();
      await expect(editor(page).getByLabel('Name')).toHaveValue('Quarry');
    });

    await step('to save, its message can be closed over another dialog, which stays open until Escape (MSG-2)', async () => {
      await show(page, field, 'Hollow');
      await editor(page).getByLabel('Name').fill('Gully');
      await save(page);
      await expect(messageOf(page)).toContainText('Hollow is not saved: ');
      await openEditor(page, field.receivers['Gully']);
      await expect(editor(page).getByLabel('Name')).toHaveValue('Gully');
      await messageOf(page).getByRole('button', { name: 'Dismiss' }).click();
      await expect(messageOf(page)).toHaveCount(0);
      await expect(editor(page)).toBeVisible();
      await editor(page).getByLabel('Name').focus();
      await page.keyboard.press('Escape');
      await expect(editor(page)).toHaveCount(0);
    });

    await step('a name that another has closes it as well, in the host’s words', async () => {
      await show(page, field);
      await editor(page).getByLabel('Name').fill('Gully');
      await save(page);
      await expect(editor(page)).toHaveCount(0);
      await expect(messageOf(page)).toContainText('Crest is not saved: ');
      await messageOf(page).getByRole('button', { name: 'Open with my values' }).click();
      await expect(editor(page).getByLabel('Name')).toHaveValue('Gully');
      await discard(page);
    });

    await step('to save, its message opens it with the same values from another screen too (CFG-13)', async () => {
      const heading = page.getByRole('heading', { name: 'All receivers' });
      await show(page, field, 'Gully');
      await editor(page).getByLabel('Name').fill('Ridge');
      const calls = await HeldCalls.at(page, pathOf(field, 'Gully'));
      await save(page);
      await calls.cut();
      await expect(messageOf(page)).toContainText('The host did not answer. Gully may or may not be saved');
      await expect(heading).toBeVisible();
      await visit(page, `/dashboard/${field.mitasId}/dashboard`);
      await expect(heading).toHaveCount(0);
      await messageOf(page).getByRole('button', { name: 'Open with my values' }).click();
      await expect(editor(page).getByLabel('Name')).toHaveValue('Ridge');
      await discard(page);
    });

    await step('to save, the editor closes and its message opens it with the same values', async () => {
      await show(page, field, 'Marsh');
      await editor(page).getByLabel('Name').fill('Ridge');
      const calls = await HeldCalls.at(page, pathOf(field, 'Marsh'));
      await save(page);
      // While the host is slow, the editor waits.
      await expect(editor(page).getByRole('button', { name: 'Saving…' })).toBeDisabled();
      await calls.cut();
      await expect(editor(page)).toHaveCount(0);
      await expect(messageOf(page)).toContainText('The host did not answer. Marsh may or may not be saved');
      await messageOf(page).getByRole('button', { name: 'Open with my values' }).click();
      await expect(editor(page).getByLabel('Name')).toHaveValue('Ridge');
      await save(page);
      await calls.letGo();
      await expect(messageOf(page)).toContainText('Ridge is saved');
    });
  });
});

test.describe('where somebody else edits the same receiver', () => {
  test.use({ expectErrors: [/409/] });

  /** Opens a second page of another person, with the same receiver. */
  async function openSecond(page: Page, field: Field): Promise<Page> {
    const browser = page.context().browser();
    if (browser === null) throw new Error('The page has no browser');
    const second = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage();
    await open(second, field);
    return second;
  }

  async function setSquelch(page: Page, value: string): Promise<void> {
    await openTab(page, 'General');
    await editor(page).getByLabel('Squelch (dBm)').fill(value);
  }

  test('another field of it does not meet what is saved', async ({ page, field }) => {
    await open(page, field);
    const other = await openSecond(page, field);
    await setSquelch(other, '-100');
    await save(other);
    await expect(messageOf(other)).toContainText('Crest is saved');
    await openTab(page, 'Advanced');
    await editor(page).getByLabel('Calibration offset (dBm)').fill('-125');
    await save(page);
    await expect(messageOf(page)).toContainText('Crest is saved');
    await page.goto(`/dashboard/${field.mitasId}/receivers?edit=${field.receivers['Crest']}`);
    await openTab(page, 'General');
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−100');
    await openTab(page, 'Advanced');
    await expect(editor(page).getByLabel('Calibration offset (dBm)')).toHaveValue('−125');
    await other.context().close();
  });

  test('the same field is a question: the present value, by whom and when; reload or overwrite', async ({ page, field }) => {
    await open(page, field);
    const other = await openSecond(page, field);
    await setSquelch(other, '-100');
    await save(other);
    await expect(messageOf(other)).toContainText('Crest is saved');
    await setSquelch(page, '-80');
    await save(page);
    const question = page.getByRole('alertdialog', { name: 'Changed since you opened it' });
    await expect(question).toContainText('Robin Field');
    await expect(question.getByRole('row').last()).toHaveText('General: Squelch−100 dBm−80 dBm');
    await question.getByRole('button', { name: 'Reload' }).click();
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−100');
    await other.goto(`/dashboard/${field.mitasId}/receivers?edit=${field.receivers['Crest']}`);
    await setSquelch(other, '-95');
    await save(other);
    await expect(messageOf(other)).toContainText('Crest is saved');
    await editor(page).getByLabel('Squelch (dBm)').fill('-70');
    await save(page);
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await expect(messageOf(page)).toContainText('Crest is saved');
    await page.goto(`/dashboard/${field.mitasId}/receivers?edit=${field.receivers['Crest']}`);
    await openTab(page, 'General');
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−70');
    await other.context().close();
  });
});

test('a configuration goes to a file, to the host and back', async ({ page, field, operator, step }) => {
  const sender = (serial_number: string, frequency_hz: number) => ({ serial_number, frequency_hz, emit_interval_ms: 2_000 });
  await plantTransmitters(operator.database, field.mitasId, [
    sender('TAG-0001', 150_100_000),
    sender('TAG-0002', 150_502_000),
    sender('TAG-0003', 166_380_000),
  ]);
  await operator.database.db
    .updateTable('receiver_reports')
    .set({ model: 1 })
    .where('rx_id', '=', field.receivers['Gully'] ?? 0)
    .execute();
  await openReceivers(page, field);

  await step('a configuration goes to a file and comes from one; one that is wrong is refused with what to do', async () => {
    await show(page, field);
    await openTab(page, 'General');
    await editor(page).getByLabel('Squelch (dBm)').fill('-99');
    const download = page.waitForEvent('download');
    await editor(page).getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Crest configuration.json');
    const content = await readFile(await file.path(), 'utf8');
    await editor(page).getByLabel('Squelch (dBm)').fill('-110');
    const choose = async (text: string): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await editor(page).getByRole('button', { name: 'Import' }).click();
      await (await chooser).setFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    };
    await choose(content.replace('-99', '-10'));
    const refused = 'General: Squelch: Between −135 and −57 dBm, a whole number: correct the file, or export it again';
    await expect(editor(page)).toContainText(refused);
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−110');
    await choose(content);
    await expect(editor(page)).toContainText('Copied to the editor: 1 value differs');
    await expect(editor(page)).not.toContainText(refused);
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−99');
    await choose(content);
    await expect(editor(page)).toContainText('The file matches the editor');
    await discard(page);
  });

  await step(
    'transmitters are ticks where they send, and their bins are one click; an Ares has them in its scan table',
    async () => {
      await show(page, field);
      await openTab(page, 'Channels');
      await expect(strip(page).getByRole('option', { name: '150.500 MHz, TAG-0002' })).toBeVisible();
      await editor(page).getByRole('button', { name: 'Bins of all my tags' }).click();
      await expect(editor(page)).toContainText('2 of 200 bins: 150.100, 150.500 MHz');
      await expect(editor(page)).toContainText('1 of 3 tags is outside this band: TAG-0003 (166.380 MHz)');
      await openTab(page, 'General');
      await editor(page).getByLabel('Number of antennas').fill('2');
      await expect(editor(page)).toContainText('a tag that beeps every 2 s is heard 1 time in 2');
      await discard(page);
      await show(page, field, 'Gully');
      await openTab(page, 'Channels');
      const scan = editor(page).getByRole('group', { name: 'Scan table' });
      await scan.getByRole('button', { name: 'Frequencies of all my tags' }).click();
      await scan.getByLabel('Add a frequency (MHz)').fill('151.5, 148');
      await scan.getByLabel('Add a frequency (MHz)').press('Enter');
      await expect(scan).toContainText('148: Strictly between 148 and 175 MHz');
      await scan.getByLabel('Add a frequency (MHz)').fill('151.5');
      await scan.getByLabel('Add a frequency (MHz)').press('Enter');
      await expect(scan).toContainText('4/99');
      await scan.getByRole('button', { name: 'Remove 150.100' }).click();
      await expect(scan.getByRole('listitem')).toHaveText(['150.502', '166.380', '151.500']);
      await save(page);
      await expect(messageOf(page)).toContainText('Gully is saved');
    },
  );

  await step('saved versions are listed, compared with the form, and taken into it', async () => {
    await show(page, field, 'Marsh');
    await openTab(page, 'General');
    await editor(page).getByLabel('Squelch (dBm)').fill('-99');
    await save(page);
    await expect(messageOf(page)).toContainText('Marsh is saved');
    await show(page, field, 'Marsh');
    await openTab(page, 'General');
    await editor(page).getByLabel('Squelch (dBm)').fill('-80');
    await editor(page).getByRole('button', { name: 'Versions' }).click();
    const versions = page.getByRole('dialog', { name: 'Saved versions' });
    await expect(versions.getByRole('listitem').first()).toContainText('by Robin Field');
    await versions
      .getByRole('button', { name: /^Open the version of/ })
      .first()
      .click();
    await expect(versions.getByRole('row').last()).toHaveText('General: Squelch−80 dBm−99 dBm');
    await expectAccessible(page, '[role=dialog]:has(table)');
    await versions.getByRole('button', { name: 'Copy to the editor' }).click();
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−99');
  });

  await step('what is edited is saved, closed, shown, offered to be taken back, and there when it is opened again', async () => {
    await show(page, field);
    await expect(editor(page)).toContainText('5/45');
    await editor(page).getByLabel('Name').fill('Crest of the ridge');
    await expect(editor(page)).toContainText('18/45');
    await openTab(page, 'General');
    await editor(page).getByLabel('Squelch (dBm)').fill('-100');
    await save(page);
    await expect(editor(page)).toHaveCount(0);
    await expect(messageOf(page)).toContainText('Crest of the ridge is saved');
    await expect(page).not.toHaveURL(/edit=/);
    await messageOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(messageOf(page)).toContainText('Undone');
    await page.goto(`/dashboard/${field.mitasId}/receivers?edit=${field.receivers['Crest']}`);
    await expect(editor(page).getByLabel('Name')).toHaveValue('Crest');
    await openTab(page, 'General');
    await expect(editor(page).getByLabel('Squelch (dBm)')).toHaveValue('−110');
  });
});

test('who may only look sees the configuration and cannot save', async ({ page, field, operator }) => {
  const viewer = await operator.addPerson({ [field.mitasId]: 'viewer' });
  await enter(page, viewer, `/dashboard/${field.mitasId}/receivers?edit=${field.receivers['Crest']}`);
  const shown = page.getByRole('dialog', { name: 'Configuration of Crest' });
  await expect(shown).toContainText('Your role can view the configuration but not change it.');
  await expect(shown.getByLabel('Name')).toBeDisabled();
  await expect(shown.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await shown.getByRole('button', { name: 'Close' }).click();
  await expect(shown).toHaveCount(0);
});
