import type { Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import { countDraws, type Draw, takeDraws } from './support/draw-counter.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { buildNamedConsole, type NamedConsole } from './support/named-console.ts';
import type { Operator } from './support/operator.ts';
import { StreamPage } from './support/stream-page.ts';
import { groupKinds } from '#model/live/live-settings.ts';

/** SPEED-10: only what changes is redrawn. */

const perSecond = 50;
const receiverCount = 500;

let console_: NamedConsole;
test.beforeAll(async () => {
  console_ = await buildNamedConsole();
});
test.afterAll(() => console_.discard());
// A page that is not loaded from the network needs permission to reach this machine.
test.use({ permissions: ['local-network-access'] });

/** Adds this many receivers without a site that never reported anything. */
async function addReceivers(operator: Operator, { mitasId }: Field, count: number): Promise<{ id: number; alias: string }[]> {
  return planted(operator.database)
    .insertInto('receivers')
    .values(Array.from({ length: count }, (_, index) => ({ system_id: mitasId, alias: `Outpost ${index + 1}`, enabled: true })))
    .returning(['id', 'alias'])
    .execute();
}

/**
 * Waits until this many are online: the host writes the states one by one, which takes time on a busy
 * machine.
 */
const online = (page: Page, count: number) =>
  expect(page.getByRole('list', { name: 'Receivers by status' }).getByRole('listitem').first()).toHaveText(`Online ${count}`, {
    timeout: 90_000,
  });

/** Returns the receivers whose rows were drawn, once per drawing. */
const rowsIn = (draws: readonly Draw[]): number[] =>
  draws
    .filter(({ name }) => name === 'ReceiverRow')
    .map(({ key }) => Number(key))
    .sort((one, other) => one - other);

/** Returns the components drawn outside all parts. */
const outside = (draws: readonly Draw[]): string[] => draws.filter(({ part }) => part === null).map(({ name }) => name);

function countsOf(draws: readonly Draw[]): Record<string, number> {
  const byName = Map.groupBy(draws, ({ name }) => name);
  return Object.fromEntries([...byName].map(([name, each]) => [name, each.length]));
}

test('of 500 receivers the 50 that change in a second are drawn once each, and nothing around them (SPEED-10)', async ({
  page,
  context,
  field,
  operator,
}) => {
  test.slow();
  const outposts = await addReceivers(operator, field, receiverCount - Object.keys(field.receivers).length);
  await console_.serveTo(context);
  await countDraws(page, ['ReceiverRow', 'ReceiversStatus', 'StatusTally', 'AttentionList', 'Carousel', 'LiveGauge', 'PastHour']);
  const opened = page.waitForEvent('websocket');
  await enter(page, field.person);
  await expect(page.locator('button[aria-pressed]')).toHaveCount(receiverCount);
  // Waits for the host's first message and for what Home loads last: gauge, beacons, map and charts.
  await (await opened).waitForEvent('framereceived');
  const fetched = { timeout: 90_000 };
  await expect(page.getByRole('img', { name: /contacts per minute/ })).toBeVisible(fetched);
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('BeaconsNo beacons', fetched);
  await expect(page.getByRole('heading', { name: 'No locations to display' })).toBeVisible(fetched);
  await expect(page.getByRole('region', { name: 'Charts', exact: true })).toContainText('Nothing to show', fetched);
  await online(page, 2);
  const first = countsOf(await takeDraws(page));
  // The states of receivers that reported may arrive after the list.
  const most = receiverCount + Object.keys(field.receivers).length;
  expect(first['ReceiverRow'], 'the counter sees what is drawn').toBeGreaterThanOrEqual(receiverCount);
  expect(first['ReceiverRow'], 'each row is drawn once, and again where its state comes').toBeLessThanOrEqual(most);
  for (const name of ['Shell', 'Sidebar', 'PageTitle', 'Dashboard', 'HomeView', 'ReceiverList'])
    expect(first[name], `${name} was drawn at first`).toBeGreaterThan(0);

  for (const second of [1, 2, 3]) {
    const heard = outposts.slice((second - 1) * perSecond, second * perSecond);
    await field.hear(...heard.map(({ alias }) => ({ receiver: alias })));
    await online(page, 2 + second * perSecond);
    const draws = await takeDraws(page);
    expect(rowsIn(draws), 'the rows that are drawn').toEqual(heard.map(({ id }) => id));
    expect(outside(draws), 'what is drawn besides rows, counts, gauge, past hour, and the charts that take turns').toEqual([]);
  }

  const [one, other] = outposts;
  for (const { alias } of [one!, other!]) await page.getByRole('button', { name: new RegExp(`^${alias} ?(On|Off)line`) }).click();
  await expect(page.locator('button[aria-pressed=true]')).toHaveAccessibleName(new RegExp(`^${other!.alias} ?(On|Off)line`));
  expect(rowsIn(await takeDraws(page)), 'the rows that are drawn by selecting').toEqual([one!.id, one!.id, other!.id]);
});

test('a chosen filter draws the values of its kind, and no other kind’s (SPEED-10)', async ({ page, context, field }) => {
  await console_.serveTo(context);
  await countDraws(page, []);
  const stream = await StreamPage.open(page, field);
  await field.hear({ receiver: 'Crest', ant: 1, ts: Date.now() - 5_000 });
  await stream.expectLegend(['Crest1'], '1 contact shown');
  const dialog = await stream.openFilters();
  await expect(dialog.getByRole('checkbox', { name: 'Crest', exact: true })).toBeVisible();
  const kinds = (draws: readonly Draw[]) => new Set(draws.flatMap(({ name, key }) => (name === 'FilterKind' ? [key] : [])));
  expect(kinds(await takeDraws(page)), 'the counter sees what is drawn').toEqual(new Set(groupKinds));
  await dialog.getByRole('checkbox', { name: 'Antenna 1', exact: true }).check();
  expect(kinds(await takeDraws(page))).toEqual(new Set(['ant']));
});
