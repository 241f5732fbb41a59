import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { TagHistory } from '#model/contract/tag-history-calls.ts';
import { aHistory, aStretch, aVisit, at } from '../support/tag-history.ts';
import { planted } from '../support/planted.ts';
import { plantTransmitters } from '../support/transmitter-samples.ts';
import { Colleague } from './support/colleague.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test } from './support/fixtures.ts';
import { placeReceivers } from './support/map-page.ts';
import type { Operator } from './support/operator.ts';
import { expectFineEverywhere } from './support/page-checks.ts';

/** The page of a tag (VISIT-5 to VISIT-8), against the real host. */

const hourMs = 3_600_000;
const animal = { alias: 'Sam', species: 'Steelhead', gender: 0, weight: 900, age: 700 };

/** Releases Sam with TX-0001 six hours ago; returns the ids of the tag and the animal. */
async function release(colleague: Colleague, { database }: Operator, field: Field) {
  const { animal: made } = await colleague.call<{ animal: { id: number } }>('POST', '/animals', animal);
  const [TransmitterId] = await plantTransmitters(database, field.mitasId, [{ serial_number: 'TX-0001', purpose: 0 }]);
  const tagData = {
    AnimalId: made.id,
    TransmitterId,
    releaseTime: new Date(hourNow() - 6 * hourMs).toISOString().slice(0, 19).replace('T', ' '),
    releaseLatitude: null,
    releaseLongitude: null,
    retrieveTime: null,
    retrieveLatitude: null,
    retrieveLongitude: null,
  };
  await colleague.call('POST', '/tags', { tagData });
  const { tags } = await colleague.call<{ tags: { id: number }[] }>('GET', '/tags');
  return { tagId: tags[0]!.id, animalId: made.id };
}

/** Sam is heard at Crest four hours ago and at Hollow two hours ago, 30 times each. */
async function hearTwice(colleague: Colleague, field: Field, tagId: number): Promise<void> {
  const heard = (receiver: string, ago: number) =>
    Array.from({ length: 30 }, (_, index) => ({
      receiver,
      type: 18 as const,
      code: 17,
      freq: 150.1,
      power: -80,
      ts: hourNow() - ago * hourMs + 60_000 + index * 5_000,
    }));
  await field.hear(...heard('Crest', 4), ...heard('Hollow', 2));
  const visits = async () => {
    const { visits: found, isBehind } = await colleague.call<TagHistory>('GET', `/tags/${tagId}/history`);
    return isBehind ? -1 : found.length;
  };
  await expect.poll(visits, { message: 'the host makes visits of it', timeout: 90_000 }).toBe(2);
}

function hourNow(): number {
  return Math.floor(Date.now() / hourMs) * hourMs;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const chart = (page: Page) => page.getByRole('application', { name: 'Timeline of Sam' });
const bars = (page: Page) => chart(page).locator('[data-part]');
const table = (page: Page) => page.getByRole('grid', { name: 'Visits' });
const fact = (page: Page, name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });

test.describe('a tag that was heard at two sites', () => {
  test.use({ expectErrors: ['status of 404'] });

  test('is opened from the list, and shows where it went until it is deleted', async ({ page, field, operator }) => {
    test.slow();
    const colleague = await Colleague.open(field.person, field.mitasId);
    await placeReceivers(operator, field);
    // They were there before they heard anything.
    const since = new Date(hourNow() - 12 * hourMs);
    const locations = planted(operator.database).updateTable('receiver_locations').where('system_id', '=', field.mitasId);
    await locations.set({ until: since }).where('until', 'is not', null).execute();
    await locations.set({ since }).where('until', 'is', null).execute();
    const { tagId, animalId } = await release(colleague, operator, field);
    await hearTwice(colleague, field, tagId);
    const list = `/dashboard/${field.mitasId}/animals/tags`;
    await enter(page, field.person, list);
    await expectFineEverywhere(page);
    await page.getByRole('grid', { name: 'Tags' }).getByRole('link', { name: 'Sam' }).click();
    await expect(heading(page, 'Sam (Tag)')).toBeVisible();
    await expect(page).toHaveURL(`${list}/${tagId}`);
    await expect(page).toHaveTitle(`Tag · ${field.name} · Telemetry console`);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expectFineEverywhere(page);

    // The facts (VISIT-5).
    await expect(fact(page, 'Transmitter')).toContainText('TX-0001');
    await expect(fact(page, 'Frequency')).toContainText('150.100 MHz');
    await expect(fact(page, 'Last heard')).toContainText(/South creek, [12] h ago/);
    await expect(fact(page, 'At liberty')).toContainText('less than 1 day');
    await expect(fact(page, 'Sites')).toContainText('2');
    await expect(fact(page, 'Distance')).toContainText(/\d km/);

    // The table (VISIT-7).
    const [first, second] = [table(page).getByRole('row').nth(1), table(page).getByRole('row').nth(2)];
    await expect(first).toContainText(/North ridge.*2 min.*30.*South creek.*1 h 57 min.*km.*km\/h/);
    await expect(second.getByRole('rowheader')).toHaveText('South creek');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('Site,Arrived (UTC),Left (UTC),Stayed (s),Hits,Next Site,Time Between (s),Distance (km),Speed (km/h)');
    expect(file).toContain(',145,30,South creek,7055,');

    // The timeline (VISIT-6), with its span in the address (VISIT-8).
    await expect(bars(page)).toHaveCount(2);
    await chart(page).focus();
    await page.keyboard.press('Tab');
    await expect(bars(page).first()).toBeFocused();
    await expect(bars(page).first()).toHaveAccessibleName(/^North ridge, \d{4}-\d\d-\d\d \d\d:\d\d to \d\d:\d\d, 30 hits$/);
    await page.keyboard.press('ArrowRight');
    await expect(bars(page).nth(1)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(bars(page).nth(1), 'the last one').toBeFocused();
    for (let times = 0; times < 4; times++) await page.keyboard.press('+');
    await expect(page).toHaveURL(/\?start=.*&end=/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page).toHaveURL(`${list}/${tagId}`);
    await expect(bars(page)).toHaveCount(2);
    for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Zoom in' }).click();
    for (let times = 0; times < 6; times++) await page.getByRole('button', { name: 'Later' }).click();
    await expect(bars(page)).toHaveCount(1);
    await expect(page).toHaveURL(/\?start=/);
    await page.reload();
    await expect(bars(page)).toHaveCount(1);
    await expect(bars(page)).toHaveAccessibleName(/^South creek/);
    const box = (await chart(page).boundingBox())!;
    for (let times = 0; times < 2; times++) {
      await page.mouse.move(box.x + 100, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width, box.y + 20, { steps: 5 });
      await page.mouse.up();
    }
    await expect(bars(page).first(), 'dragged to earlier').toHaveAccessibleName(/^North ridge/);
    await page.mouse.move(box.x + 100, box.y + 20);
    await page.keyboard.down('Control');
    for (let times = 0; times < 8; times++) await page.mouse.wheel(0, 100);
    await page.keyboard.up('Control');
    await expect(page, 'zoomed out to the whole').toHaveURL(`${list}/${tagId}`);

    // What other people change.
    await colleague.call('PUT', `/animals/${animalId}`, { animalData: { ...animal, alias: 'Samuel' } });
    await expect(heading(page, 'Samuel (Tag)')).toBeVisible();
    await colleague.call('DELETE', `/tags?ids=${tagId}`);
    await expect(page.getByRole('heading', { name: `There is no tag ${tagId} in this system` })).toBeVisible();
    await expectFineEverywhere(page);
    await page.getByRole('link', { name: 'Show all tags' }).click();
    await expect(heading(page, 'Tags')).toBeVisible();
    await page.goto(`${list}/0`);
    await expect(heading(page, 'Page not found')).toBeVisible();
  });
});

test.describe('what a page says', () => {
  test.use({ expectErrors: ['status of 500'] });

  test('of tags that were heard little or not at all, and of visits that are behind (VISIT-5)', async ({ page, field }) => {
    let history: TagHistory | null = null;
    await page.route('**/tags/12/history', (route) =>
      history === null
        ? route.fulfill({ status: 500, json: { code: 500, type: 'InternalServerError' } })
        : route.fulfill({ json: history }),
    );
    const show = async (part: Parameters<typeof aHistory>[0]) => {
      history = aHistory({ ...part, tag: { ...part?.tag, released: Date.now() - 12.5 * 24 * hourMs } });
      await page.reload();
      await expect(heading(page, 'Sam (Tag)')).toBeVisible();
    };
    await enter(page, field.person, `/dashboard/${field.mitasId}/animals/tags/12`);
    await expect(page.getByText('Could not load where the tag went')).toBeVisible();
    await expectFineEverywhere(page);
    history = aHistory({ visits: [aVisit()] });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(bars(page), 'one visit').toHaveCount(1);
    await expectFineEverywhere(page);
    await show({});
    await expect(page.getByRole('heading', { name: 'Never heard since its release 12 days ago' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No visits' })).toBeVisible();
    await expectFineEverywhere(page);
    const site = 'A receiver with a rather long name beside the fish ladder of the lower dam';
    const stretches = [aStretch({ from: Date.now() - hourMs }), aStretch({ SiteId: 3, site, receiver: site, from: Date.now() })];
    await show({ unconfirmed: stretches, leftOut: 12_000, isBehind: true, tag: { retrieved: Date.now() } });
    await expect(fact(page, 'Last heard')).toContainText('Only in unconfirmed stretches, which make no visit');
    await expect(bars(page).first()).toHaveAccessibleName(/^Dam, .*, 1 hit, unconfirmed$/);
    await expect(chart(page)).toContainText('Retrieved');
    await expect(page.getByText('12,000 older unconfirmed stretches are left out')).toBeVisible();
    await expect(page.getByText('Visits are being computed: these are the ones from before')).toBeVisible();
    await expectFineEverywhere(page);
    const many = Array.from({ length: 30 }, (_, index) =>
      aVisit({
        SiteId: index % 7,
        site: `Site ${index % 7}`,
        arrived: at('08:00') + index * hourMs,
        left: at('08:30') + index * hourMs,
      }),
    );
    await show({ visits: many });
    await expect(bars(page)).toHaveCount(30);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expectFineEverywhere(page);
  });
});
