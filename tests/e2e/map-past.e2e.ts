import type { Page } from '@playwright/test';
import { browserFlags, findTestBrowser } from '../../scripts/find-browser.ts';
import { planted } from '../support/planted.ts';
import type { Field } from './support/field.ts';
import { expect, test } from './support/fixtures.ts';
import { Locations } from './support/locations.ts';
import { MapPage, placeReceivers } from './support/map-page.ts';
import type { Operator } from './support/operator.ts';

/** MAP-11: the locations of receivers on another day, here on the plain map. */
test.use({ launchOptions: { executablePath: findTestBrowser(), args: [...browserFlags(), '--disable-3d-apis'] } });

/** All came on 2 May, except Quarry, which was there before and was moved on 3 May. */
test.beforeEach(async ({ field, operator }) => {
  await placeReceivers(operator, field);
  await begin(operator, field, Object.values(field.receivers), '2025-05-02T12:00:00Z');
  await begin(operator, field, [field.receivers['Quarry'] ?? 0], '2025-05-03T12:00:00Z');
  await planted(operator.database)
    .updateTable('receiver_locations')
    .set({ latitude: 44.8, longitude: -113.8 })
    .where('rx_id', '=', field.receivers['Quarry'] ?? 0)
    .where('until', 'is not', null)
    .execute();
});

/** Begins the receivers' present locations at a time, and ends their earlier ones. */
async function begin({ database }: Operator, { mitasId }: Field, rxIds: readonly number[], at: string): Promise<void> {
  const places = planted(database).updateTable('receiver_locations').where('system_id', '=', mitasId).where('rx_id', 'in', rxIds);
  await places.set({ until: at }).where('until', 'is not', null).execute();
  await places.set({ since: at }).where('until', 'is', null).execute();
}

const past = (page: Page) => {
  const region = page.getByRole('region', { name: 'Past', exact: true });
  return {
    region,
    button: page.getByRole('button', { name: 'Past', exact: true }),
    slider: region.getByRole('slider', { name: 'Day' }),
    /** Types a day and presses Enter. */
    type: async (day: string): Promise<void> => {
      await region.getByRole('spinbutton', { name: /^year/ }).click();
      await page.keyboard.type(day.replaceAll('-', ''));
      await page.keyboard.press('Enter');
    },
    now: region.getByRole('button', { name: 'Back to now' }),
  };
};

test('the map at another day, and now', async ({ page, field, operator, step }) => {
  await planted(operator.database)
    .updateTable('receivers')
    .set({ retired_at: new Date('2025-06-01T12:00:00Z') })
    .where('id', '=', field.receivers['Marsh'] ?? 0)
    .execute();
  const map = await MapPage.open(page, field, '?day=2025-05-01');
  const { region, button, slider, type, now } = past(page);

  await step('a link to a day tells who had no place then; a day that is none is told, and the map shows now', async () => {
    await expect(region).toContainText('Receiver locations on 2025-05-01');
    await expect(map.row('Crest')).toContainText('No location that day');
    await expect(map.row('Quarry')).not.toContainText('No location');
    await expect.poll(() => map.pinsInSight()).toBe(1);
    await map.visit(field, '?day=2025-02-30');
    await expect(page.getByText('day must be a day such as 2025-05-03')).toBeVisible();
    await expect(button).toBeVisible();
    // Without the receiver that has since been retired.
    await expect.poll(() => map.pinsInSight()).toBe(4);
  });

  await step(
    'a slider and a date bring the map to another day, which the address keeps; nothing is edited meanwhile',
    async () => {
      await map.visit(field, `?receiver=${field.receivers['Quarry']}`);
      const locations = new Locations(map);
      await expect(map.info('Quarry')).toContainText('45.3000° N, 113.6000° W');
      await button.press('Enter');
      await expect(region).toContainText('Receiver locations now');
      await slider.press('Home');
      await expect(region).toContainText('Receiver locations on 2025-05-02');
      await expect(slider).toHaveAttribute('aria-valuetext', '2025-05-02');
      await expect(map.info('Quarry')).toContainText('44.8000° N, 113.8000° W');
      await expect.poll(() => map.search).toContain('day=2025-05-02');
      await expect(locations.button).toHaveAttribute('aria-disabled', 'true');
      await locations.button.click({ force: true });
      await expect(locations.drawer).toHaveCount(0);

      await slider.press('ArrowRight');
      await expect(map.info('Quarry')).toContainText('45.3000° N, 113.6000° W');
      await type('2025-05-02');
      await expect(map.info('Quarry')).toContainText('44.8000° N, 113.8000° W');
      await expect.poll(() => map.search).toContain('day=2025-05-02');
      await page.reload();
      await expect(map.info('Quarry')).toContainText('44.8000° N, 113.8000° W');

      await now.press('Enter');
      await expect(button).toBeFocused();
      await expect.poll(() => map.search).not.toContain('day');
      await expect(map.info('Quarry')).toContainText('45.3000° N, 113.6000° W');
      await locations.open();
    },
  );

  await step('a receiver that was retired since stands where it stood, and is told as such', async () => {
    await map.visit(field, '?day=2025-05-31');
    await expect.poll(() => map.pinsInSight()).toBe(5);
    await map.row('Marsh').click();
    await expect(map.info('Marsh')).toContainText('Retired since');
    await type('2025-06-01');
    await expect(map.row('Marsh')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show all receivers' }).click();
    await expect.poll(() => map.pinsInSight()).toBe(4);
  });

  await step("accessible with the slider and a receiver's window open, in both schemes, on a desk and on a phone", async () => {
    await map.visit(field, `?day=2025-05-02&receiver=${field.receivers['Quarry']}`);
    await expect(slider).toBeVisible();
    await map.expectFineEverywhere('Quarry');
  });
});

test.describe('cut off', () => {
  test.use({ expectErrors: ['net::ERR_INTERNET_DISCONNECTED'] });

  test('where the past does not come it says so, and Retry asks once more', async ({ page, field }) => {
    const map = await MapPage.open(page, field);
    const { region, button, slider } = past(page);
    await map.drawing.waitFor();
    await page.context().setOffline(true);
    await button.click();
    await expect(region).toContainText('Could not load them.');
    await page.context().setOffline(false);
    await region.getByRole('button', { name: 'Retry' }).click();
    await expect(slider).toBeVisible();
  });
});
