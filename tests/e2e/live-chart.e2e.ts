import type { Page } from '@playwright/test';
import type { Contact } from '#model/entities/contact.ts';
import { noFilters } from '#model/live/live-settings.ts';
import { chartColours, ownColour, paletteColour, type Scheme } from '#model/live/palette.ts';
import { feedReceivers } from '../support/live-chart-page/contact-feed.ts';
import type { PageSettings } from '../support/live-chart-page/page-settings.ts';
import { servePage, type ServedPage } from '../support/live-chart-page/serve-page.ts';
import { expect, test } from './support/fixtures.ts';
import { expectAccessible } from './support/page-checks.ts';

/** The live chart alone, in a browser, with a clock that the test sets (LIVE-4, LIVE-5, LIVE-13). */
const now = 1_790_000_000_000;
const edge = now - 2_000;
const size = { width: 900, height: 400 };
const contact: Contact = { rxId: 3, ant: 2, freq: 150.12, code: 17, type: 18, power: -87.4, ts: now - 12_345 };

let served: ServedPage;
test.beforeAll(async () => {
  served = await servePage();
});
test.afterAll(() => served.stop());

async function open(page: Page, changes: Partial<PageSettings> = {}): Promise<void> {
  const settings: PageSettings = {
    scheme: 'light',
    groupBy: 'rxId',
    timeLimit: 30_000,
    filters: noFilters,
    prefillRate: 0,
    ...size,
    frozenAt: now,
    ...changes,
  };
  // A new page for each step, without a pointer over it.
  await page.mouse.move(0, 0);
  await page.goto(served.urlOf(settings));
  await page.waitForFunction(() => 'liveChartPage' in globalThis);
}

const append = (page: Page, ...contacts: Contact[]) => page.evaluate((list) => liveChartPage.append(list), contacts);
const configure = (page: Page, changes: Partial<PageSettings>) => page.evaluate((each) => liveChartPage.configure(each), changes);
const setNow = (page: Page, at: number) => page.evaluate((ts) => liveChartPage.setNow(ts), at);
const tooltip = (page: Page) => page.getByTestId('chart-tooltip');

/**
 * Returns a contact's place on the page's canvas: the plot has 60 pixels of axis at the left, 12 at the
 * right, 10 above and 44 below it.
 */
function placeOf({ ts, power }: Contact, shownEdge = edge, span = 30_000): { x: number; y: number } {
  const plot = { width: size.width - 72, height: size.height - 54 };
  return { x: 60 + (1 - (shownEdge - ts) / span) * plot.width, y: 10 + ((-50 - power) / 80) * (plot.height - 1) };
}

/** Returns the canvas's colour at a point, '#rrggbb'. */
function colourAt(page: Page, { x, y }: { x: number; y: number }): Promise<string> {
  return page.evaluate(
    ([atX, atY]) => {
      const canvas = document.querySelector('canvas')!;
      const scale = canvas.width / canvas.clientWidth;
      const pixel = canvas.getContext('2d')!.getImageData(Math.round(atX! * scale), Math.round(atY! * scale), 1, 1).data;
      return `#${Array.from(pixel.slice(0, 3), (part) => part.toString(16).padStart(2, '0')).join('')}`;
    },
    [x, y],
  );
}

const receiverColour = (rxId: number, scheme: Scheme) => ownColour(feedReceivers.get(rxId)?.color, 0, scheme);
const expectColour = (page: Page, at: { x: number; y: number }, colour: string) =>
  expect.poll(() => colourAt(page, at)).toBe(colour);

test('a contact stands where and when it is to, in its colour', async ({ page, step }) => {
  for (const scheme of ['light', 'dark'] as const) {
    await step(`a contact stands at its time and power in its receiver's colour, ${scheme}`, async () => {
      await open(page, { scheme });
      await expectColour(page, placeOf(contact), chartColours[scheme].plot);
      await append(page, contact);
      await expectColour(page, placeOf(contact), receiverColour(3, scheme));
      await setNow(page, now + 1_000);
      await expect(page.getByRole('list')).toHaveText('Ridge1');
      await expectAccessible(page);
    });
  }
  await step('a contact comes into sight 2 s after its time and moves left with the clock', async () => {
    await open(page);
    await append(page, { ...contact, ts: now - 100 });
    await setNow(page, now + 1_800);
    await expect.poll(() => page.evaluate(() => liveChartPage.size())).toBe(1);
    await expect(page.getByText('1 contact shown')).toBeHidden();
    await setNow(page, now + 11_900);
    await expectColour(page, placeOf({ ...contact, ts: now - 100 }, now + 9_900), receiverColour(3, 'light'));
    await expect(page.getByText('1 contact shown')).toBeVisible();
  });
  await step('the chart follows its box and the time choice', async () => {
    await open(page, { width: 500 });
    await append(page, contact);
    await configure(page, { width: size.width, timeLimit: 60_000 });
    await expectColour(page, placeOf(contact, edge, 60_000), receiverColour(3, 'light'));
  });
  await step('a paused chart stands still and takes in what belongs to its time', async () => {
    await open(page, { pausedAt: edge });
    await append(page, contact);
    await setNow(page, now + 60_000);
    await append(page, { ...contact, rxId: 1, ts: now + 59_000 }, { ...contact, rxId: 4, ts: now - 25_000 });
    await expectColour(page, placeOf(contact), receiverColour(3, 'light'));
    await expectColour(page, placeOf({ ...contact, ts: now - 25_000 }), receiverColour(4, 'light'));
    await setNow(page, now + 61_000);
    await expect(page.getByText('2 contacts shown')).toBeVisible();
    expect(await colourAt(page, placeOf(contact))).toBe(receiverColour(3, 'light'));
  });
  await step('with less motion the chart moves on once a second (LOOK-10)', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    try {
      await open(page);
      await append(page, contact);
      await expectColour(page, placeOf(contact), receiverColour(3, 'light'));
      await setNow(page, now + 900);
      await append(page, { ...contact, rxId: 4, ts: now - 20_000 });
      await expectColour(page, placeOf({ ...contact, ts: now - 20_000 }), receiverColour(4, 'light'));
      expect(await colourAt(page, placeOf(contact))).toBe(receiverColour(3, 'light'));
      await setNow(page, now + 1_000);
      await expectColour(page, placeOf(contact, edge + 1_000), receiverColour(3, 'light'));
      await expectColour(page, placeOf(contact), chartColours.light.plot);
    } finally {
      await page.emulateMedia({ reducedMotion: null });
    }
  });
});

test('what the chart says of its contacts', async ({ page, step }) => {
  await step('the pointer reads a contact, and leaves it', async () => {
    await open(page);
    await append(page, contact);
    await expectColour(page, placeOf(contact), receiverColour(3, 'light'));
    const at = placeOf(contact);
    await page.locator('canvas').hover({ position: { x: at.x + 5, y: at.y - 5 } });
    await expect(tooltip(page)).toHaveText(
      'ReceiverRidgeAntenna2Frequency150.120 MHzCode17TypeLotek 2000Power−87 dBmTime08:13:07.655 MDT',
    );
    await page.locator('canvas').hover({ position: { x: at.x + 60, y: at.y } });
    await expect(tooltip(page)).toBeHidden();
  });
  await step('the arrow keys reach every contact, group by group (LIVE-13)', async () => {
    await open(page);
    const at = (rxId: number, code: number, ago: number): Contact => ({ ...contact, rxId, code, ts: now - ago });
    await append(page, at(1, 1, 20_000), at(1, 2, 10_000), at(2, 3, 15_000), at(2, 4, 5_000));
    await setNow(page, now + 1_000);
    await expect(page.getByText('4 contacts shown')).toBeVisible();
    await page.getByRole('application', { name: 'Contact chart' }).focus();
    const walk: [key: string, code: string][] = [
      ['ArrowLeft', 'Code4'],
      ['ArrowLeft', 'Code3'],
      ['ArrowLeft', 'Code3'],
      ['ArrowDown', 'Code1'],
      ['End', 'Code2'],
      ['ArrowUp', 'Code3'],
      ['Home', 'Code3'],
      ['ArrowRight', 'Code4'],
    ];
    for (const [key, code] of walk) {
      await page.keyboard.press(key);
      await expect(tooltip(page)).toContainText(code);
    }
    await expect(page.locator('[aria-live=polite]')).toHaveText(
      /^Receiver Creek south, Antenna 2, Frequency 150.120 MHz, Code 4, .*−87 dBm/,
    );
    await page.keyboard.press('Escape');
    await expect(tooltip(page)).toBeHidden();
  });
  await step('filters hide contacts and tell how many; grouping recolours', async () => {
    await open(page);
    await append(page, contact, { ...contact, rxId: 4, ts: now - 20_000 });
    await expectColour(page, placeOf(contact), receiverColour(3, 'light'));
    await configure(page, { filters: { ...noFilters, rxId: [4] } });
    await expectColour(page, placeOf(contact), chartColours.light.plot);
    await expect(page.getByText('1 contact shown · 1 hidden by filters')).toBeVisible();
    await configure(page, { filters: noFilters, groupBy: 'ant' });
    await expectColour(page, placeOf(contact), paletteColour(1, 'light'));
    await expect(page.getByRole('list')).toHaveText('Antenna 22');
  });
  await step('the chart is told in words', async () => {
    await open(page);
    await append(page, contact, { ...contact, rxId: 1 }, { ...contact, rxId: 1, ant: 4 });
    await setNow(page, now + 11_000);
    await expect(page.getByTestId('live-chart-summary')).toHaveText(
      '3 contacts in 2 groups from 08:12:59 to 08:13:29 MDT. Most: Creek north 2, Ridge 1.',
    );
  });
});
