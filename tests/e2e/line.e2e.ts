import { storageFull } from '../../src/machines/storage-watch/storage-watch-machine.ts';
import { loadErrorText } from '#model/contract/failure.ts';
import { awayText } from '#model/live/line-text.ts';
import { type FaultProxy, ofType } from '../support/fault-proxy.ts';
import { closeCodes } from '#model/contract/socket-messages.ts';
import type { Page } from '@playwright/test';
import { thorough } from '../support/thorough.ts';
import { test } from './support/broken-line.ts';
import type { Field, Hearing } from './support/field.ts';
import { enter, expect, productUrl, ownContext } from './support/fixtures.ts';
import { expectAccessible, expectFineEverywhere } from './support/page-checks.ts';
import { openReceivers, receiversList, receiversPath } from './support/receivers-page.ts';
import { setExpanded } from './support/set-expanded.ts';
import { visit } from './support/steps.ts';
import { StreamPage } from './support/stream-page.ts';

const thoroughTest = thorough(test);

/** Lost connections as a person sees them (SOCK-10). */
test.use({ expectErrors: ['WebSocket connection to'] });
test.afterEach(({ line }) => line.heal());

const beat = ofType('heartbeat');
const noWord = /^No word from the host for \d+ s$/;
const lost = 'Connection lost, reconnecting. Contacts stay on screen';
const old = 'showing the last known state';
const numbered = (from: number, count: number): Hearing[] =>
  Array.from({ length: count }, (_, index) => ({ receiver: 'Crest', code: from + index, ts: Date.now() - 4_000 + index }));

test('what the pages say of a line that was cut, and of a disk that is full', async ({ page, field, line, step }) => {
  const system = `/dashboard/${field.mitasId}`;
  const stream = await StreamPage.open(page, field);

  await step('a cut line: the page says so and keeps what it has, then fills the gap without a hole or a double', async () => {
    await visit(page, `${system}/receivers/stream`);
    await stream.isStreaming();
    expect(line.live).toBe(1);
    await stream.showLast('5 mins');
    await field.hear(...numbered(1, 10));
    await stream.expectLegend(['Crest10'], '10 contacts shown');

    line.hangsOpen = true;
    line.cut();
    await expect(page.getByText(lost)).toBeVisible();
    await field.hear(...numbered(101, 30));
    await stream.expectLegend(['Crest10'], '10 contacts shown');
    await expect(stream.rows).toHaveCount(10);

    line.heal();
    await stream.isStreaming();
    await field.hear(...numbered(201, 5));
    await stream.expectLegend(['Crest45'], '45 contacts shown');
    await stream.groupBy('Code');
    await expect(stream.legend.getByRole('listitem')).toHaveCount(45);
    expect(line.live).toBe(1);
  });

  for (const [screen, path] of [
    ['receivers', 'receivers'],
    ['a receiver', 'receivers?receiver='],
    ['Activity', 'advanced/activity'],
    ['System', 'advanced/system'],
  ] as const) {
    await step(`the page of ${screen} says that what it shows may be old, and offers to try again`, async () => {
      const id = path.endsWith('=') ? field.receivers['Crest'] : '';
      line.heal();
      await visit(page, `${system}/${path}${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect.poll(() => line.live).toBe(1);
      await expect(page.getByText(old)).toHaveCount(0);
      line.hangsOpen = true;
      line.cut();
      await expect(page.getByText(`Connection lost, reconnecting; ${old}`)).toBeVisible();
      line.heal();
      await expect(page.getByText(old)).toHaveCount(0, { timeout: 60_000 });
    });
  }

  await step('a banner says while the host’s disk is full, and goes when it is over', async () => {
    line.heal();
    let storage = 'full';
    line.rule = (text) => (beat(text) ? { frames: [text.replace('"storage":"ok"', `"storage":"${storage}"`)] } : undefined);
    await visit(page, `${system}/dashboard`);
    const banner = page.getByText(storageFull.message);
    await expect(banner).toBeVisible();
    await expectFineEverywhere(page);
    storage = 'ok';
    await expect(banner).toHaveCount(0);
    storage = 'full';
    await expect(banner).toBeVisible();
    await page.goto(`/dashboard/${field.mitasId}/account/logout`);
    await expect(page.getByLabel('Username or Email')).toBeVisible();
    await expect(banner).toHaveCount(0);
  });
});

/** Holds stored contacts, except their first `passing` frames, until the returned function releases them. */
function holdStored(line: FaultProxy, passing = 0): () => void {
  const held: string[] = [];
  let left = passing;
  line.rule = (text, direction) => {
    if (direction !== 'toClient' || !/"stored":|"gapFilled"/.test(text) || left-- > 0) return undefined;
    held.push(text);
    return { frames: [] };
  };
  return () => {
    line.rule = undefined;
    for (const text of held) line.inject(text);
  };
}

for (const from of ['a link to it', 'Home'])
  test(`the last minutes are loaded, not missing, and nothing is said of them before they came: from ${from} (LIVE-34)`, async ({
    page,
    field,
    line,
  }) => {
    await field.hear(...numbered(1, 3));
    let letGo = holdStored(line);
    const stream = new StreamPage(page);
    if (from === 'Home') {
      await enter(page, field.person);
      await page.getByRole('link', { name: 'Live stream' }).first().click();
    } else await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
    await expect(page.getByText('Loading the last 30 seconds', { exact: true })).toBeVisible();
    const total = page.getByText('– contacts shown', { exact: true });
    const summary = page.getByTestId('live-chart-summary');
    const said = page.getByText(/^(Fetching missing|No contacts|Not received)/);
    await field.hear({ receiver: 'Gully', code: 9, ts: Date.now() - 4_000 });
    await expect(stream.rows, 'what comes live is shown').toHaveCount(1);
    await expect(stream.legend.getByRole('listitem')).toHaveText(['Gully–']);
    await stream.showLast('5 mins');
    await expect(page.getByText('Loading the last 5 minutes', { exact: true })).toBeVisible();
    await expect(total).toBeVisible();
    await expect(summary).toBeEmpty();
    await expect(said).toHaveCount(0);
    await expectAccessible(page);

    letGo();
    await stream.expectLegend(['Crest3', 'Gully1'], '4 contacts shown');
    await expect(summary).toHaveText(/^4 contacts in 2 groups from /);
    await stream.isStreaming();

    letGo = holdStored(line);
    await page.reload();
    await expect(total).toBeVisible();
    await expect(said).toHaveCount(0);
    letGo();
    await stream.expectLegend(['Crest3', 'Gully1'], '4 contacts shown');
  });

test('what is shown is there before the rest of the five minutes, and a line cut meanwhile costs none of it (LIVE-35)', async ({
  page,
  field,
  line,
}) => {
  const before = (minutes: number) => Date.now() - minutes * 60_000;
  await field.hear(
    ...[4, 3.5, 2, 1.5].map((minutes, code) => ({ receiver: 'Gully', code, ts: before(minutes) })),
    ...numbered(101, 3),
  );
  let letGo = holdStored(line, 1);
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
  const stream = new StreamPage(page);
  const summary = page.getByTestId('live-chart-summary');
  await stream.expectLegend(['Crest3'], '3 contacts shown');
  await expect(summary).toHaveText(/^3 contacts in 1 group from /);
  await stream.isStreaming();
  await expect(page.getByText(/^Not received/)).toHaveCount(0);
  await stream.showLast('5 mins');
  await expect(page.getByText('Loading the last 5 minutes', { exact: true })).toBeVisible();
  await expect(stream.legend.getByRole('listitem')).toHaveText(['Crest–']);
  await expect(page.getByText('– contacts shown', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const items = ['CSV', 'CSV for Excel', 'PNG', 'SVG'].map((format) => `${format} (what it shows is still loading)`);
  await expect(page.getByRole('menuitem', { disabled: true })).toHaveText(items);
  await page.keyboard.press('Escape');
  letGo();
  await stream.expectLegend(['Crest3', 'Gully4'], '7 contacts shown');
  expect((await stream.save('CSV')).content.toString().trim().split('\n'), 'the header, and all of them').toHaveLength(8);
  await stream.isStreaming();

  letGo = holdStored(line, 1);
  await page.reload();
  await expect(stream.legend.getByRole('listitem')).toHaveText(['Crest–']);
  line.cut();
  letGo();
  await field.hear(...numbered(201, 2));
  await stream.expectLegend(['Crest5', 'Gully4'], '9 contacts shown');
  await stream.isStreaming();
  await expect(page.getByText(/^Not received/)).toHaveCount(0);
});

test('no word from the host: the page counts the seconds, hatches the gap, and takes both back when all has come', async ({
  page,
  field,
  line,
}) => {
  const stream = await StreamPage.open(page, field);
  // The first contacts stay in view until the end.
  await stream.showLast('1 min');
  await field.hear(...numbered(1, 3));
  await stream.expectLegend(['Crest3'], '3 contacts shown');
  await expect.poll(() => stream.drawnAtTheEnd(), 'what was before the page is hatched').toBeLessThan(0.05);
  const before = line.opened;

  line.isHalfOpen = true;
  await field.hear(...numbered(11, 4));
  await expect(page.getByText(noWord)).toBeVisible({ timeout: 30_000 });
  const said = async () => Number(/\d+/.exec((await page.getByText(noWord).textContent()) ?? '')?.[0]);
  const first = await said();
  await expect.poll(said).toBeGreaterThan(first + 1);
  await expect(page.getByText('Streaming', { exact: true })).toHaveCount(0);
  await expect(page.getByText(/^Not received: (before [\d:]+, )?from \d\d:\d\d:\d\d on \(M[DS]T\)$/)).toBeVisible();
  await expect.poll(() => stream.drawnAtTheEnd()).toBeGreaterThan(0.08);
  const picture = (await stream.save('SVG')).content.toString();
  expect(picture).toContain('class="gap"');
  expect(picture).toMatch(/Not received: (before [\d:]+, )?from /);
  const table = page.getByRole('switch', { name: 'Table' });
  await table.check();
  await expect(page.getByText(/^Not received: (before [\d:]+, )?from /)).toBeVisible();
  await table.uncheck();
  expect(line.opened - before, 'the line is kept meanwhile').toBe(0);
  await expectAccessible(page);

  line.heal();
  await stream.isStreaming();
  await stream.expectLegend(['Crest7'], '7 contacts shown');
  await expect(page.getByText(/^Not received: (?!before [\d:]+ \()/)).toHaveCount(0);
  await expect.poll(() => stream.drawnAtTheEnd()).toBeLessThan(0.05);
});

test('the home page says so too, and its gauge takes no silence of the host for one of the receivers (LIVE-26)', async ({
  page,
  field,
  line,
}) => {
  await enter(page, field.person);
  await expect(page.getByRole('img', { name: /^0 contacts per minute/ })).toBeVisible({ timeout: 60_000 });
  line.isHalfOpen = true;
  await expect(page.getByText(/^No word from the host for \d+ s; showing the last known state$/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByRole('img', { name: /^– contacts per minute, .*, not received$/ })).toContainText('not received');
  await expectFineEverywhere(page);
  line.heal();
  await expect(page.getByText(/^No word from the host/)).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('img', { name: /^0 contacts per minute/ })).toBeVisible({ timeout: 60_000 });
});

thoroughTest('what is said of a lost line moves no button from under the pointer', async ({ page, field, line }) => {
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers`);
  await expect(page.getByRole('grid', { name: 'Receivers by site' })).toBeVisible();
  const button = page.getByRole('button', { name: 'New receiver' });
  await expect.poll(() => line.live).toBe(1);
  const before = await button.boundingBox();
  line.hangsOpen = true;
  line.cut();
  await expect(page.getByText(`Connection lost, reconnecting; ${old}`)).toBeVisible();
  await expect.poll(() => button.boundingBox()).toEqual(before);
});

test('a page that the host refuses says so, does not ask again and again, and has a Retry', async ({ page, field, line }) => {
  line.refusesWith = closeCodes.originRefused;
  const before = line.opened;
  await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
  const refused = `The host refused this page’s address (${productUrl()})`;
  await expect(page.getByRole('heading', { name: refused })).toBeVisible();
  await expect(page.getByText('Ask the operator to set PUBLIC_URL')).toBeVisible();
  await expectFineEverywhere(page);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText(refused)).toBeVisible();
  expect(line.opened - before).toBe(1);
  line.heal();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(refused)).toHaveCount(0);
  await expect.poll(() => line.live).toBe(1);
});

test(
  'a first line that cannot be had: the page says so while it tries, and gives up with a Retry',
  { tag: ownContext },
  async ({ page, field, line }) => {
    await page.clock.install();
    line.hangsOpen = true;
    await enter(page, field.person, `/dashboard/${field.mitasId}/receivers/stream`);
    const seen = new Set<string>();
    const failed = page.getByRole('heading', { name: 'Could not connect to MITAS Host, please contact an admin' });
    await expect(async () => {
      await page.clock.fastForward(5_000);
      const trying = await page.getByText(/Retrying, \d+ of 10$/).allTextContents();
      trying.forEach((text) => seen.add(text));
      await expect(failed).toBeVisible({ timeout: 50 });
    }).toPass({ intervals: [50] });
    // The page counts its tries. On a slow machine several may pass between two reads.
    expect(seen.size).toBeGreaterThan(2);
    line.heal();
    await page.getByRole('button', { name: 'Retry' }).click();
    await new StreamPage(page).isStreaming();
  },
);

thoroughTest('a line cut again and again ends with one socket and every contact once', async ({ page, field, line }) => {
  const stream = await StreamPage.open(page, field);
  await stream.showLast('5 mins');
  for (let round = 0; round < 3; round++) {
    line.cut();
    await field.hear(...numbered(round * 10 + 1, 10));
    await expect.poll(() => line.live).toBe(1);
    await stream.isStreaming();
  }
  await stream.expectLegend(['Crest30'], '30 contacts shown');
});

thoroughTest('a pause outlives a cut line', async ({ page, field, line }) => {
  const stream = await StreamPage.open(page, field);
  await stream.showLast('5 mins');
  await field.hear(...numbered(1, 3));
  await stream.expectLegend(['Crest3'], '3 contacts shown');
  const late: Hearing = { receiver: 'Crest', code: 21, ts: Date.now() - 5_000 };
  await page.getByRole('button', { name: 'Pause' }).click();
  line.cut();
  await field.hear(...[11, 12, 13, 14].map((code) => ({ receiver: 'Crest', code })));
  await expect(stream.waiting).toHaveText('Paused, 4 contacts waiting');
  await stream.expectLegend(['Crest3'], '3 contacts shown');
  // Contacts heard before the pause that arrive after it are shown at once (LIVE-7).
  await field.hear(late);
  await stream.expectLegend(['Crest4'], '4 contacts shown');
  await expect(stream.waiting).toHaveText('Paused, 4 contacts waiting');
  await page.getByRole('button', { name: 'Resume' }).click();
  await stream.expectLegend(['Crest8'], '8 contacts shown');
});

test(
  'a line that cannot be had is given up after 10 attempts; Retry brings it',
  { tag: ownContext },
  async ({ page, field, line }) => {
    await page.clock.install();
    const stream = await StreamPage.open(page, field);
    await field.hear(...numbered(1, 3));
    await stream.expectLegend(['Crest3'], '3 contacts shown');
    line.hangsOpen = true;
    const before = line.opened;
    line.cut();
    const failed = page.getByText('Could not connect to MITAS Host, please contact an admin');
    await expect(async () => {
      await page.clock.fastForward(5_000);
      await expect(failed).toBeVisible({ timeout: 50 });
    }).toPass({ intervals: [50] });
    expect(line.opened - before).toBe(10);
    line.heal();
    await page.getByRole('button', { name: 'Retry' }).click();
    await stream.isStreaming();
    await expect(failed).toHaveCount(0);
  },
);

thoroughTest('a frame that is no message changes nothing', async ({ page, field, line }) => {
  const stream = await StreamPage.open(page, field);
  line.inject('{"type":"contact","payload":"nonsense"}');
  line.inject(Buffer.from([0, 159, 146, 150]));
  line.inject('not json');
  await field.hear(...numbered(1, 3));
  await stream.expectLegend(['Crest3'], '3 contacts shown');
  expect(line.live).toBe(1);
});

/** Marks a page; a reload removes the mark. */
const markPage = (page: Page): Promise<void> => page.evaluate(() => document.body.setAttribute('data-marked', ''));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => document.body.hasAttribute('data-marked'));

/** Returns the stylesheets that the page names but has not loaded. */
function stylesMissing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .filter(({ sheet }) => sheet === null || sheet.cssRules.length === 0)
      .map(({ href }) => href),
  );
}

/** Goes Home, on a whole line, with nothing blocked by an earlier step. */
async function backHome(page: Page, field: Field, line: FaultProxy): Promise<void> {
  await page.unrouteAll();
  line.heal();
  await visit(page, `/dashboard/${field.mitasId}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
  await expect(page.getByText(old)).toHaveCount(0, { timeout: 60_000 });
}

test.describe('a screen that is opened first while the host is away', () => {
  test.use({
    expectErrors: [
      'WebSocket connection to',
      'net::ERR_',
      'Failed to fetch dynamically imported module',
      'Unable to preload CSS',
      loadErrorText,
      'defect',
    ],
  });
  // What has loaded once is not requested again, so each step has its own screen.
  test('what cannot be loaded says so until the host is back, and comes then', async ({ page, field, line, step }) => {
    await enter(page, field.person);

    for (const [what, screen, chunk] of [
      ['its code', 'Modems', /\/assets\/modems-(?!view)[^/]+\.js$/],
      ['its view', 'Download', /\/assets\/download-view-[^/]+\.js$/],
    ] as const) {
      await step(`${what}: it says that the host cannot be reached, until it is (ERR-15)`, async () => {
        await backHome(page, field, line);
        await page.route(chunk, (route) => route.abort('connectionrefused'));
        line.hangsOpen = true;
        line.cut();
        await expect(page.getByText(old)).toBeVisible();
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen }).click();
        const error = page.getByRole('alert').filter({ hasText: loadErrorText });
        await expect(error).toContainText(awayText);
        await expectFineEverywhere(page);
        line.heal();
        await expect(error).not.toContainText('unreachable');
        await page.unroute(chunk);
        await error.getByRole('button', { name: 'Retry' }).click();
        await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
      });
    }

    for (const [what, screen, files, at] of [
      ['a screen', 'Activity', '**/assets/*', 'its heading'],
      ['the view of a screen', 'Detection Settings', '**/assets/detection-view-*', 'Retry'],
      // Most screens share all of their styles; this one has styles of its own.
      ['the styles of a screen', 'Changelog', '**/assets/*.css', 'the menu'],
    ] as const) {
      await step(
        `${what}: it comes by itself once the host is back, is whole, and has the focus that its error had (ERR-17, FORM-13)`,
        async () => {
          await backHome(page, field, line);
          await markPage(page);
          await page.route(files, (route) => route.abort('connectionrefused'));
          line.hangsOpen = true;
          line.cut();
          await expect(page.getByText(old)).toBeVisible();
          const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Advanced' });
          await setExpanded(menu, true);
          await page.getByRole('link', { name: new RegExp(`^${screen}(, version .*)?$`) }).click();
          const error = page.getByRole('alert').filter({ hasText: loadErrorText });
          await expect(error).toContainText(awayText);
          await expect(error.getByRole('heading')).toBeFocused();
          if (at === 'Retry') await error.getByRole('button', { name: 'Retry' }).focus();
          if (at === 'the menu') await menu.focus();
          await page.unroute(files);
          line.heal();
          const heading = page.getByRole('heading', { name: screen, level: 1 });
          await expect(heading).toBeVisible({ timeout: 60_000 });
          await expect(at === 'the menu' ? menu : heading, `it was at ${at}`).toBeFocused();
          expect(await isMarked(page), 'the page was not loaded again').toBe(true);
          await expect.poll(() => stylesMissing(page)).toEqual([]);
        },
      );
    }
  });
  test('the screen that the console opened with has the focus that its error had (ERR-17, FORM-13)', async ({
    page,
    field,
    line,
  }) => {
    const files = '**/assets/activity-view-*';
    await page.route(files, (route) => route.abort('connectionrefused'));
    line.hangsOpen = true;
    await enter(page, field.person, `/dashboard/${field.mitasId}/advanced/activity`);
    const error = page.getByRole('alert').filter({ hasText: loadErrorText });
    await expect(error).toContainText(awayText);
    await error.getByRole('button', { name: 'Retry' }).focus();
    await page.unroute(files);
    line.heal();
    await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeFocused({ timeout: 60_000 });
  });
  test('what comes by itself, what does not come at all, and what came with a defect', async ({ page, field, line, step }) => {
    await openReceivers(page, field);

    await step('a dialog comes by itself, and what is typed beside it stays (ERR-17)', async () => {
      await visit(page, receiversPath(field));
      await expect(receiversList(page)).toBeVisible();
      await page.getByRole('searchbox').fill('Crest');
      await markPage(page);
      const files = '**/assets/*';
      await page.route(files, (route) => route.abort('connectionrefused'));
      line.hangsOpen = true;
      line.cut();
      await expect(page.getByText(old)).toBeVisible();
      await page.getByRole('button', { name: 'New site' }).click();
      const error = page.getByRole('alert').filter({ hasText: loadErrorText });
      await expect(error).toContainText(awayText);
      await page.unroute(files);
      line.heal();
      await expect(page.getByRole('dialog', { name: 'New site' })).toBeVisible({ timeout: 60_000 });
      await expect(error).toHaveCount(0);
      expect(await isMarked(page)).toBe(true);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('searchbox')).toHaveValue('Crest');
    });

    await step('what does not come then either is tried for once, and keeps its Retry (ERR-17)', async () => {
      await backHome(page, field, line);
      await markPage(page);
      let asked = 0;
      await page.route('**/assets/detection-view-*.js', (route) => {
        asked += 1;
        return route.abort('connectionrefused');
      });
      line.hangsOpen = true;
      line.cut();
      await expect(page.getByText(old)).toBeVisible();
      await setExpanded(page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Advanced' }), true);
      await page.getByRole('link', { name: 'Detection Settings' }).click();
      const error = page.getByRole('alert').filter({ hasText: loadErrorText });
      await expect(error).toContainText(awayText);
      const before = asked;
      line.heal();
      await expect.poll(() => asked).toBeGreaterThan(before);
      await expect(error).not.toContainText(awayText);
      await expect(error.getByRole('heading'), 'the error that came again').toBeFocused();
      const once = asked;
      // The host returns a second time; calls made between the two are counted.
      line.hangsOpen = true;
      line.cut();
      await expect(error).toContainText(awayText);
      expect(asked, 'once').toBe(once);
      await expect(error.getByRole('button', { name: 'Retry' })).toBeVisible();
      expect(await isMarked(page)).toBe(true);
    });

    await step(
      'a screen that came, and has a defect, does not blame the host, and the rest goes on (ERR-15, ERR-17)',
      async () => {
        await backHome(page, field, line);
        let asked = 0;
        await page.route('**/assets/activity-view-*.js', (route) => {
          asked += 1;
          return route.fulfill({
            contentType: 'text/javascript',
            body: 'export default () => { throw new Error("defect"); };',
          });
        });
        const menu = page.getByRole('navigation', { name: 'Main' });
        await setExpanded(menu.getByRole('button', { name: 'Advanced' }), true);
        line.hangsOpen = true;
        line.cut();
        await expect(page.getByText(old)).toBeVisible();
        await page.getByRole('link', { name: 'Activity' }).click();
        const error = page.getByRole('alert').filter({ hasText: loadErrorText });
        await expect(error).toBeVisible();
        await expect(error).not.toContainText('cannot be reached');
        await expectFineEverywhere(page);
        // The return of the host does not draw it again.
        line.heal();
        await menu.getByRole('link', { name: 'Home' }).click();
        await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
        await expect(page.getByText(old)).toHaveCount(0, { timeout: 60_000 });
        await page.getByRole('button', { name: /^Alarms, / }).click();
        await expect(page.getByRole('dialog', { name: 'Alarms' })).toContainText('No alarms!');
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'Activity' }).click();
        await expect(error).toBeVisible();
        await page.getByRole('link', { name: 'System', exact: true }).click();
        await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
        expect(asked, 'what came is not asked for again').toBe(1);
      },
    );
  });
  thoroughTest(
    'the editor of a configuration comes by itself, which its address asks for (ERR-15, ERR-17)',
    async ({ page, field, line }) => {
      await openReceivers(page, field);
      await markPage(page);
      const files = '**/assets/receiver-editor*';
      await page.route(files, (route) => route.abort('connectionrefused'));
      line.hangsOpen = true;
      line.cut();
      await expect(page.getByText(old)).toBeVisible();
      await page.evaluate((id) => history.pushState(null, '', `?edit=${id}`), field.receivers['Crest']);
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
      const error = page.getByRole('alert').filter({ hasText: loadErrorText });
      await expect(error).toContainText(awayText);
      await page.unroute(files);
      line.heal();
      await expect(page.getByRole('dialog').getByText('Crest').first()).toBeVisible({ timeout: 60_000 });
      await expect(error).toHaveCount(0);
      expect(await isMarked(page)).toBe(true);
    },
  );
  thoroughTest('the map of Home comes by itself (ERR-17)', async ({ page, field, line }) => {
    const files = '**/assets/home-map-*';
    await page.route(files, (route) => route.abort('connectionrefused'));
    line.hangsOpen = true;
    await enter(page, field.person);
    const error = page.getByRole('alert').filter({ hasText: loadErrorText });
    await expect(error).toContainText(awayText);
    await markPage(page);
    await error.getByRole('button', { name: 'Retry' }).focus();
    await page.unroute(files);
    line.heal();
    const map = page.getByRole('region', { name: 'Map' });
    await expect(map.getByRole('heading', { name: 'No locations to display' })).toBeVisible({ timeout: 60_000 });
    await expect(error).toHaveCount(0);
    await expect(map, 'Retry had the focus (FORM-13)').toBeFocused();
    expect(await isMarked(page)).toBe(true);
  });
  thoroughTest(
    'what stands in no row nor part hands the focus to the heading of its page (ERR-17, FORM-13)',
    async ({ page, field, line }) => {
      const files = '**/assets/vitals-card-*';
      await page.route(files, (route) => route.abort('connectionrefused'));
      line.hangsOpen = true;
      await enter(page, field.person, `/dashboard/${field.mitasId}/receivers?receiver=${field.receivers['Crest']}`);
      const error = page.getByRole('alert').filter({ hasText: loadErrorText });
      await expect(error).toContainText(awayText);
      await error.getByRole('button', { name: 'Retry' }).focus();
      await page.unroute(files);
      line.heal();
      await expect(page.getByRole('region', { name: 'Vitals' })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByRole('heading', { name: 'Crest', level: 1 })).toBeFocused();
    },
  );
  thoroughTest('a part that came, and has a defect, does not blame the host (ERR-15)', async ({ page, field, line }) => {
    await enter(page, field.person);
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    const body = 'export default () => { throw new Error("defect"); };';
    await page.route('**/assets/alarms-popover-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    line.hangsOpen = true;
    line.cut();
    await expect(page.getByText(old)).toBeVisible();
    await page.getByRole('button', { name: /^Alarms, / }).click();
    const error = page.getByRole('alert').filter({ hasText: loadErrorText });
    await expect(error).toBeVisible();
    await expect(error).not.toContainText('cannot be reached');
  });
  thoroughTest('a dialog says it too (ERR-15)', async ({ page, field, line }) => {
    await enter(page, field.person);
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible();
    await page.route('**/assets/alarms-popover-*.js', (route) => route.abort('connectionrefused'));
    line.hangsOpen = true;
    line.cut();
    await expect(page.getByText(old)).toBeVisible();
    await page.getByRole('button', { name: /^Alarms, / }).click();
    const error = page.getByRole('alert').filter({ hasText: loadErrorText });
    await expect(error).toContainText(awayText);
    line.heal();
    await expect(error).not.toContainText('cannot be reached');
  });
});
