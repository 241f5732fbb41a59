import type { Page } from '@playwright/test';
import { planted } from '../support/planted.ts';
import { expect, productUrl, test } from './support/fixtures.ts';
import { HeldCalls } from './support/held-calls.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchTargets } from './support/page-checks.ts';
import { choose, names, openReceivers, receiversList, receiversPath, rowOf, visitReceivers } from './support/receivers-page.ts';
import { visit } from './support/steps.ts';
import { stopTime } from './support/stop-time.ts';

/** The page of receivers (FLEET-1 to FLEET-7), in a browser against the real host. */

test('what the list of receivers shows, how it is narrowed, ordered and walked, and when it is full', async ({
  page,
  field,
  operator,
  step,
}) => {
  await operator.admin(['systems', 'set', field.mitasId, '--max-receivers', '5']);
  await openReceivers(page, field);
  await step('receivers stand by site with what is known of each, in columns that sort (FLEET-1)', async () => {
    await expect(receiversList(page).getByRole('row')).toHaveText([
      /^North ridge2 receivers/,
      /^Crest\s*OnlineHealth GoodAddress –Model Unknown.*Memory 10 %Voltage 12\.4 VFirmware 7\.10Last heard –Last report 1 min ago$/,
      /^Gully\s*OfflineHealth –.*Memory –Voltage –Firmware –/,
      /^South creek3 receivers/,
      /^Hollow\s*OnlineHealth Low memory, Low voltage.*Memory 95 %Voltage 9\.1 V/,
      /^Marsh\s*TCP open, contacting receiverHealth Modem online, rx offline/,
      /^Quarry\s*DisabledHealth –/,
    ]);
    await expect(rowOf(page, 'Crest').getByTitle('Mitas will determine the receiver model when it comes online')).toBeVisible();
    await page.getByRole('button', { name: 'Name, sorted ascending' }).click();
    await expect(names(page)).toHaveText(['Gully', 'Crest', 'Quarry', 'Marsh', 'Hollow']);
    await expect(page).toHaveURL(`${receiversPath(field)}?sort=-name`);
    await page.getByRole('button', { name: 'Voltage' }).click();
    await expect(names(page)).toHaveText(['Crest', 'Gully', 'Hollow', 'Marsh', 'Quarry']);
  });

  await step('search, filters and selection narrow the list and stand in the address (FLEET-3, FLEET-4)', async () => {
    await visitReceivers(page, field);
    await page.getByLabel('Search').fill('ridge');
    await expect(names(page)).toHaveText(['Crest', 'Gully']);
    await expect(page).toHaveURL(`${receiversPath(field)}?search=ridge`);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page
      .getByRole('button', { name: 'All Show' })
      .or(page.getByRole('button', { name: /Show/ }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Low on memory' }).click();
    await expect(names(page)).toHaveText(['Hollow']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Receivers: all' }).click();
    const choices = page.getByRole('listbox', { name: 'Receivers by site' });
    await expect(choices.getByRole('option')).toHaveText(['Crest', 'Gully', 'Hollow', 'Marsh', 'Quarry']);
    await choices.getByRole('option', { name: 'Marsh' }).click();
    await choices.getByRole('option', { name: 'Crest' }).click();
    await page.keyboard.press('Escape');
    await expect(names(page)).toHaveText(['Crest', 'Marsh']);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('menuitem', { name: 'All offline' }).click();
    await expect(page.getByRole('toolbar', { name: 'Selected receivers' })).toContainText('2 selected');
    await choose(page, 'North ridge', 'Select all in this site');
    await expect(page.getByRole('toolbar', { name: 'Selected receivers' })).toContainText('3 selected');
    await page.reload();
    await expect(page.getByRole('toolbar', { name: 'Selected receivers' })).toContainText('3 selected');
    await expect(rowOf(page, 'Crest')).toHaveAttribute('aria-selected', 'true');
  });

  await step('a system that is full says so before anything is asked (RX-33)', async () => {
    await visitReceivers(page, field);
    await page.getByRole('button', { name: 'New receiver' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Receiver' });
    await expect(dialog.getByRole('alert')).toHaveText('This system can have at most 5 receivers.');
    await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  await step(
    'one list shows which receiver is fullest, and on a phone the first is near the top (FLEET-1, FLEET-15)',
    async () => {
      await visitReceivers(page, field);
      await page.getByRole('button', { name: /Order$/ }).click();
      await page.getByRole('option', { name: 'Fullest first' }).click();
      await expect(page).toHaveURL(`${receiversPath(field)}?sort=-memory&group=none`);
      const list = page.getByRole('grid', { name: 'Receivers in one list' });
      await expect(list.getByRole('link')).toHaveText(['Hollow', 'Crest', 'Gully', 'Marsh', 'Quarry']);
      await expect(page.getByRole('row', { name: 'Hollow' })).toContainText('South creek');
      await expect(page.getByRole('list', { name: 'Bars of memory and voltage' })).toContainText('Low: memory from 90 %');
      await page.setViewportSize({ width: 390, height: 844 });
      const card = page.getByRole('row', { name: 'Hollow' });
      await expect.poll(async () => (await card.boundingBox())?.y).toBeLessThan(282);
      await expect.poll(async () => (await card.boundingBox())?.height, 'with its site').toBeLessThanOrEqual(136);
      for (const text of ['Last heard', '%']) await expect(card.getByText(text).first(), 'LOOK-46').toBeInViewport();
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('menuitem')).toHaveText(['Commands', 'Retired', 'New site']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByLabel('Search').fill('gully');
      await expect(page.getByLabel('Search'), 'LOOK-44').toHaveCSS('font-size', '16px');
      await expect(page.getByRole('button', { name: 'Filter: 1 on' })).toBeVisible();
      await expectTouchTargets(page);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );

  await step('a row keeps its place while its values change (FLEET-5)', async () => {
    await visitReceivers(page, field, '?sort=status');
    await expect(names(page)).toHaveText(['Crest', 'Gully', 'Hollow', 'Marsh', 'Quarry']);
    await field.hear({ receiver: 'Marsh' });
    await expect(rowOf(page, 'Marsh')).toContainText('Online');
    await expect(names(page)).toHaveText(['Crest', 'Gully', 'Hollow', 'Marsh', 'Quarry']);
  });

  await step('the list is walked and selected by the keyboard alone', async () => {
    await visitReceivers(page, field);
    await expect(names(page)).toHaveCount(5);
    await page.getByRole('button', { name: 'Enabled' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, 'Crest')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(rowOf(page, 'Crest')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Actions of Crest' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move to another site' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'South creek' }).focus();
    await page.keyboard.press('Enter');
    await expect(names(page)).toHaveText(['Gully', 'Crest', 'Hollow', 'Marsh', 'Quarry']);
  });
});

test('what is changed in place is pushed to another browser, which does not have to ask', async ({ page, field, browser }) => {
  const other = await (await browser.newContext({ baseURL: productUrl() })).newPage();
  await other.clock.install();
  await openReceivers(page, field);
  await openReceivers(other, field);
  // No timer fires from now on, so a page that asks now and then would never see a change.
  await stopTime(other);
  await rowOf(page, 'Crest').hover();
  await page.getByRole('button', { name: 'Rename Crest' }).click();
  await page.getByLabel('New name of Crest').fill('Summit');
  await expect(page.getByText('6/45')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rowOf(other, 'Summit')).toBeVisible();
  await rowOf(page, 'Summit').hover();
  await page.getByRole('button', { name: 'Address of Summit' }).click();
  await page.getByLabel('IP address').fill('10.0.0.999');
  await expect(page.getByText('Invalid IP')).toBeVisible();
  await page.getByLabel('IP address').fill('100.100.100.1000');
  await expect(page.getByText('Cannot be longer')).toBeVisible();
  await page.getByLabel('IP address').fill('10.1.2.3');
  await page.getByLabel('Port', { exact: true }).fill('70000');
  await expect(page.getByText('Invalid Port')).toBeVisible();
  await page.getByLabel('Port', { exact: true }).fill('2222');
  await page.keyboard.press('Enter');
  await expect(rowOf(other, 'Summit').getByText('10.1.2.3:2222')).toBeVisible();
  await page.getByRole('switch', { name: 'Summit enabled' }).uncheck();
  await expect(rowOf(other, 'Summit').getByText('Disabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Colour of Summit' }).click();
  await page.getByRole('button', { name: 'Teal', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Colour of Summit' }).locator('path')).toHaveCSS('fill', 'rgb(11, 122, 117)');
  await choose(page, 'South creek', 'Rename site');
  await page.getByLabel('New name of South creek').fill('South fork');
  await page.keyboard.press('Enter');
  await expect(receiversList(other).getByText('South fork')).toBeVisible();
  await other.context().close();
});

test('a field that was left alone takes nothing back that another browser changed meanwhile', async ({
  page,
  field,
  browser,
}) => {
  const other = await (await browser.newContext({ baseURL: productUrl() })).newPage();
  await openReceivers(page, field);
  await openReceivers(other, field);
  await choose(page, 'Crest', 'Rename');
  await expect(page.getByLabel('New name of Crest')).toBeFocused();
  await choose(other, 'Crest', 'Rename');
  await other.getByLabel('New name of Crest').fill('Summit');
  await other.keyboard.press('Enter');
  await expect(rowOf(page, 'Summit')).toBeVisible();
  await page.getByLabel('New name of Crest').press('Enter');
  await expect(page.getByLabel('New name of Crest')).toBeHidden();
  await choose(page, 'Summit', 'Change address');
  await expect(page.getByLabel('IP address')).toBeFocused();
  await choose(other, 'Summit', 'Change address');
  await other.getByLabel('IP address').fill('10.1.2.3');
  await other.keyboard.press('Enter');
  await expect(rowOf(page, 'Summit')).toContainText('10.1.2.3');
  await page.getByLabel('Port', { exact: true }).fill('2222');
  await page.keyboard.press('Enter');
  await expect(rowOf(other, 'Summit')).toContainText('10.1.2.3:2222');
  await expect(receiversList(page).getByRole('row', { name: 'Summit', exact: true }), 'read out by its name').toBeVisible();
  await choose(page, 'Summit', 'Rename');
  await choose(other, 'Summit', 'Retire');
  await other.getByRole('alertdialog', { name: 'Retire Summit?' }).getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByRole('dialog', { name: 'Name' })).toBeHidden();
  await other.context().close();
});

test.describe('names that are taken', () => {
  test.use({ expectErrors: ['status of 409'] });
  test('a refusal stands in the dialog, and leaves what was filled in', async ({ page, field }) => {
    await openReceivers(page, field);
    await page.getByRole('button', { name: 'New receiver' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Receiver' });
    await dialog.getByLabel('Name').fill('Gully');
    await dialog.getByRole('button', { name: /Site/ }).click();
    await page.getByRole('option', { name: 'South creek' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('There is a receiver of this name already');
    await expect(dialog.getByLabel('Name')).toHaveValue('Gully');
  });
});

test('receivers are retired and come back, are created and copied', async ({ page, field, step }) => {
  await openReceivers(page, field);
  await step(
    'one that was heard is retired with all that it heard, and comes back; what went wrong is said one by one (FLEET-6)',
    async () => {
      await field.hear({ receiver: 'Crest' });
      await choose(page, 'Crest', 'Retire');
      await page.getByRole('alertdialog', { name: 'Retire Crest?' }).getByRole('button', { name: 'Retire' }).click();
      await expect(page.getByText('Retired 1 receiver', { exact: true })).toBeVisible();
      await expect(names(page)).toHaveText(['Gully', 'Hollow', 'Marsh', 'Quarry']);
      await page.getByRole('button', { name: 'Retired' }).click();
      await expect(page.getByRole('heading', { name: 'Retired receivers', level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Restore Crest' })).toBeVisible();
      await expect(page.getByText('Retired 1 receiver', { exact: true })).toBeHidden();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Restore Crest' }).click();
      await page.getByRole('dialog', { name: 'Restore Crest?' }).getByRole('button', { name: 'Restore' }).click();
      await expect(page.getByText('No retired receivers')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'All receivers' }).click();
      await expect(rowOf(page, 'Crest')).toBeVisible();
    },
  );

  await step('a receiver is created at a site, copied, and told what is wrong with it', async () => {
    await visitReceivers(page, field, '?search=creek');
    await choose(page, 'South creek', 'New receiver');
    const dialog = page.getByRole('dialog', { name: 'New Receiver' });
    await expect(dialog.getByLabel('Name')).toHaveValue('New Receiver');
    await expect(dialog.getByLabel('Port', { exact: true })).toHaveValue('20001');
    await expect(dialog.getByRole('button', { name: /South creek/ })).toBeVisible();
    await dialog.getByLabel('Name').fill('Spire');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, 'Spire'), 'nobody entered an IP address').toContainText('Address –Model');
    await choose(page, 'Spire', 'Copy');
    const copying = page.getByRole('dialog', { name: 'Copy Spire?' });
    await expect(copying.getByText('Same address')).toHaveCount(0);
    await copying.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Successfully copied 1 receiver(s)')).toBeVisible();
    await expect(rowOf(page, 'Spire copy')).toBeVisible();
    await expect(names(page)).toHaveText(['Hollow', 'Marsh', 'Quarry', 'Spire', 'Spire copy']);
  });
});

test.describe('calls that fail', () => {
  test.use({ expectErrors: ['net::ERR_FAILED'] });
  test('of three deletions the one that fails is named on the page, and the others are done (FLEET-6)', async ({
    page,
    field,
  }) => {
    const ids = ['Crest', 'Gully', 'Hollow'].map((alias) => field.receivers[alias]);
    await openReceivers(page, field, `?selected=${ids.join(',')}`);
    await page.route(`**/receivers/${field.receivers['Gully']}`, (route) => route.abort());
    await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Retire' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Retire 3 receivers?' });
    await expect(dialog.getByRole('listitem')).toHaveText(['Crest', 'Gully', 'Hollow']);
    await dialog.getByRole('button', { name: 'Retire' }).click();
    await expect(dialog).toBeHidden();
    const said = page.getByRole('alert', { name: 'What went wrong' });
    await expect(said).toContainText('The host did not answer for 1 of 3 receivers, which may or may not be deleted');
    await expect(said.getByRole('listitem')).toHaveText(['Gully: The host did not answer']);
    await expect(names(page)).toHaveText(['Gully', 'Marsh', 'Quarry']);
    await expect(page, 'those that are gone are selected no more').toHaveURL(
      `${receiversPath(field)}?selected=${field.receivers['Gully']}`,
    );
    await said.getByRole('button', { name: 'Dismiss' }).click();
    await expect(said).toBeHidden();
  });

  test('deletions whose page is left are carried on, and what came of them is said where the person is (FLEET-6)', async ({
    page,
    field,
    operator,
  }) => {
    for (const alias of ['Bluff', 'Peak'])
      await operator.admin(['receivers', 'add', field.mitasId, alias, '--site', 'North ridge']);
    await openReceivers(page, field);
    await expect(names(page)).toHaveCount(7);
    const go = (to: string): Promise<void> =>
      page.evaluate((address) => {
        history.pushState(null, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, to);
    const ids = await names(page).evaluateAll((links) =>
      links.map((link) => /receiver=(\d+)/.exec(link.getAttribute('href') ?? '')?.[1]),
    );
    await go(`${receiversPath(field)}?selected=${ids.join(',')}`);
    const calls = await HeldCalls.at(page, '/receivers/*');
    await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog', { name: 'Delete 7 receivers?' }).getByRole('button', { name: 'Delete' }).click();
    await go(`/dashboard/${field.mitasId}/dashboard`);
    await expect(page.getByRole('heading', { name: 'All receivers' })).toHaveCount(0);
    // The host is sent five at a time; the rest begin from here.
    for (let each = 0; each < ids.length; each++) await calls.letGo();
    await expect(page.getByText('Retired 5 receivers. Successfully deleted 2 receiver(s)')).toBeVisible();
  });

  /** The host does what was requested, but its answer never arrives. */
  const swallowAnswer = (page: Page, path: string): Promise<unknown> =>
    page.route(
      path,
      async (route) => {
        expect((await route.fetch()).ok(), 'the host does it').toBe(true);
        await route.abort('failed');
      },
      { times: 1 },
    );

  test('what the host does without an answer is asked for again, and done once', async ({ page, field, step }) => {
    await openReceivers(page, field, `?search=ridge&selected=${field.receivers['Crest']},${field.receivers['Gully']}`);
    await step('copies without an answer are no failure: asked again, each is there once (FLEET-9)', async () => {
      await swallowAnswer(page, '**/receivers/copy');
      await page.getByRole('toolbar', { name: 'Selected receivers' }).getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('dialog', { name: 'Copy 2 receivers?' }).getByRole('button', { name: 'Copy' }).click();
      const said = page.getByRole('alert', { name: 'What went wrong' });
      await expect(said.getByRole('heading')).toHaveText(
        'The host did not answer for 1 of 2 receivers, which may or may not be copied',
      );
      await said.getByRole('button', { name: 'Ask again' }).click();
      await expect(page.getByText('Successfully copied 2 receiver(s)')).toBeVisible();
      await expect(said).toBeHidden();
      await expect(names(page)).toHaveText(['Crest', 'Crest copy', 'Gully', 'Gully copy']);
    });

    await step('a creation without an answer is asked for again as it was, and there is one receiver (FLEET-9)', async () => {
      await visitReceivers(page, field, '?search=creek');
      await swallowAnswer(page, '**/receivers');
      await choose(page, 'South creek', 'New receiver');
      const dialog = page.getByRole('dialog', { name: 'New Receiver' });
      await dialog.getByLabel('Name').fill('Spire');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await expect(dialog.getByRole('alert')).toContainText('so the receiver may or may not exist');
      await expect(dialog.getByLabel('Name')).toBeDisabled();
      await dialog.getByRole('button', { name: 'Ask again' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText('Spire is created')).toBeVisible();
      await expect(names(page)).toHaveText(['Hollow', 'Marsh', 'Quarry', 'Spire']);
    });
  });
});

test('a receiver has states, places, notes and what it hears; its site is drawn otherwise and deleted', async ({
  page,
  field,
  operator,
  step,
}) => {
  const hour = 3_600_000;
  const rxId = field.receivers['Marsh'] ?? 0;
  await operator.database.db
    .insertInto('receiver_state_events')
    .values(
      [
        { status: 4, ago: 200 * hour },
        { status: 0, ago: 48 * hour },
        { status: 1, ago: 12 * hour },
      ].map(({ status, ago }) => ({ system_id: field.mitasId, rx_id: rxId, status, at: new Date(Date.now() - ago) })),
    )
    .execute();
  await openReceivers(page, field);
  await step(
    "a row's strip of the past 7 days is of now, and opens large by click and by keyboard (FLEET-10, FLEET-13)",
    async () => {
      const strip = page.getByRole('button', { name: 'Status for past 7 days of Marsh' });
      await strip.click();
      const large = page.getByRole('dialog', { name: 'Status for past 7 days' });
      const states = large.getByRole('list', { name: 'States, newest first' }).getByRole('listitem');
      await expect(states).toHaveText([/^TCP open.*12 h$/, /^Offline.*1 d 12 h$/, /^Online.*(5 d|4 d 23 h)$/]);
      await expect(large.getByRole('img')).toHaveAccessibleName(/, past 7 days\. Now: TCP open, contacting receiver for 12 h$/);
      await expect(large).toContainText('Now: TCP open, contacting receiver for 12 h');
      await field.hear({ receiver: 'Marsh' });
      await expect(large).toContainText('Now: Online for less than 1 min');
      await expect(states, 'a state that is reported is in it at once').toHaveText([
        /^Online/,
        /^TCP open/,
        /^Offline/,
        /^Online/,
      ]);
      await expectAccessible(page, '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(large).toBeHidden();
      await expect(strip).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(large).toBeVisible();
    },
  );

  await step('a place is set, and both buttons rest while both coordinates are 0', async () => {
    await visitReceivers(page, field);
    await choose(page, 'Gully', 'Edit location');
    const dialog = page.getByRole('dialog', { name: 'Edit location of Gully' });
    await expect(dialog.getByRole('button', { name: 'Update' })).toBeDisabled();
    await expect(dialog.getByRole('button', { name: 'Unset' })).toBeDisabled();
    await dialog.getByLabel('Latitude').fill('91');
    await expect(dialog.getByText('Degrees from -90 to 90')).toBeVisible();
    await dialog.getByLabel('Latitude').fill('44.25');
    await dialog.getByLabel('Longitude').fill('-114.5');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Location of Gully changed')).toBeVisible();
    const row = await planted(operator.database)
      .selectFrom('receivers')
      .select(['latitude', 'longitude'])
      .where('id', '=', field.receivers['Gully'] ?? 0)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ latitude: 44.25, longitude: -114.5 });
  });

  await step("a receiver's own page has its states, places, notes of visits and changes (FLEET-8)", async () => {
    const query = `search=l&selected=${field.receivers['Gully']}`;
    await visitReceivers(page, field, `?${query}`);
    await page.getByRole('link', { name: 'Hollow', exact: true }).click();
    await expect(page).toHaveURL(`${receiversPath(field)}?${query}&receiver=${field.receivers['Hollow']}`);
    await expect(page.getByRole('heading', { name: 'Hollow', level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Places' })).toContainText('No coordinates at South creek');
    const visits = page.getByRole('region', { name: 'Field visits' });
    await visits.getByLabel('What you saw and did').fill('Changed the battery');
    await visits.getByRole('button', { name: 'Add note' }).click();
    await expect(visits.getByRole('listitem')).toContainText('Changed the battery');
    await page.getByRole('button', { name: 'Edit location' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit location of Hollow' });
    await dialog.getByLabel('Latitude').fill('44.5');
    await dialog.getByLabel('Longitude').fill('-113.25');
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('region', { name: 'Places' })).toContainText('44.5000, -113.2500 at South creek');
    await expect(page.getByRole('region', { name: 'Places' }), 'a first place was there all along').toContainText(
      'from the beginning to now',
    );
    await page.getByRole('region', { name: 'Status for past 7 days' }).getByRole('button', { name: 'Show large' }).click();
    await expect(page.getByRole('list', { name: 'States, newest first' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectTouchTargets(page);
    await page.getByRole('main').getByRole('link', { name: 'All receivers' }).click();
    await expect(page).toHaveURL(`${receiversPath(field)}?${query}`);
  });

  await step('it is renamed there, and its page leads back to its site (FLEET-17)', async () => {
    await visit(page, `${receiversPath(field)}?receiver=${field.receivers['Quarry']}&show=offline`);
    await page.getByRole('button', { name: 'Rename Quarry' }).click();
    await page.getByRole('textbox', { name: 'New name of Quarry' }).fill('Pit');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pit', level: 1 })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename Pit' }), 'the focus is back').toBeFocused();
    await expect(page.getByText('Not saved yet')).toHaveCount(0);
    await page.getByRole('link', { name: 'South creek' }).click();
    await expect(page).toHaveURL(`${receiversPath(field)}?search=South+creek`);
    await expect(receiversList(page).getByText('South creek')).toBeVisible();
    await expect(rowOf(page, 'Pit')).toBeVisible();
    await expect(receiversList(page).getByText('North ridge')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Quarry')).toBeVisible();
  });

  await step('what a receiver hears is on its page, apart from what it reports (RX-49, FLEET-16)', async () => {
    await visitReceivers(page, field);
    await expect(rowOf(page, 'Crest')).toContainText('Last heard –');
    await field.hear({ receiver: 'Crest' });
    await expect(rowOf(page, 'Crest')).toContainText(/Last heard (just now|\d+ s ago)/, { timeout: 80_000 });
    await rowOf(page, 'Crest').getByRole('link').click();
    const card = page.getByRole('region', { name: 'What it hears' });
    await card.getByRole('button', { name: 'Table' }).click();
    await expect(card.getByRole('table')).toContainText('MHz');
    await card.getByRole('button', { name: 'Past 7 days' }).click();
    await expect(card.getByRole('button', { name: 'Past 24 hours' })).toBeVisible();
    await expect(card.getByRole('table')).toContainText('MHz');
  });

  await step('sites are created, drawn otherwise, and deleted once their receivers stand elsewhere (FLEET-7)', async () => {
    await visitReceivers(page, field);
    await page.getByRole('button', { name: 'New site' }).click();
    await page.getByRole('dialog', { name: 'New site' }).getByLabel('Name').fill('West bank');
    await page.keyboard.press('Enter');
    await expect(receiversList(page).getByText('West bank')).toBeVisible();
    await choose(page, 'North ridge', 'Choose point style');
    const looks = () =>
      receiversList(page)
        .locator('[data-of] path')
        .evaluateAll((all) => all.map((path) => path.getAttribute('d')));
    const before = await looks();
    const others = () => looks().then((now) => now.filter((shape, at) => shape !== before[at]).length);
    await page.getByRole('menuitem', { name: 'Triangle' }).click();
    // LOOK-39: the site and both of its receivers, but no others.
    await expect.poll(others).toBe(3);
    await choose(page, 'North ridge', 'Delete site');
    const dialog = page.getByRole('alertdialog', { name: 'Delete North ridge?' });
    await expect(dialog.getByRole('list').getByRole('listitem')).toHaveText(['Crest', 'Gully']);
    await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    await dialog.getByRole('button', { name: /Move to/ }).click();
    await page.getByRole('option', { name: 'West bank' }).click();
    await dialog.getByRole('button', { name: 'Move them' }).click();
    await expect(page.getByText('Moved 2 receivers to West bank')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(receiversList(page).getByText('North ridge')).toBeHidden();
    await expect(names(page)).toHaveText(['Hollow', 'Marsh', 'Quarry', 'Crest', 'Gully']);
  });
});

test('the list is pressed, scrolled and seen at once; what opens in it gives the focus back', async ({
  page,
  field,
  operator,
  step,
}) => {
  await planted(operator.database)
    .insertInto('receivers')
    .values(Array.from({ length: 40 }, (_, at) => ({ system_id: field.mitasId, alias: `Outpost ${at + 1}`, enabled: true })))
    .execute();
  await openReceivers(page, field);
  await step('the field that is closed gives the focus back to the button that it was opened by', async () => {
    await rowOf(page, 'Crest').hover();
    const rename = page.getByRole('button', { name: 'Rename Crest' });
    await rename.click();
    await expect(page.getByLabel('New name of Crest')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('New name of Crest')).toBeHidden();
    await expect(rename).toBeFocused();
  });

  await step('the dialog that a menu led to gives the focus back to the button of the menu', async () => {
    await visitReceivers(page, field);
    await choose(page, 'Crest', 'Edit location');
    const dialog = page.getByRole('dialog', { name: 'Edit location of Crest' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Actions of Crest' })).toBeFocused();
  });

  await step('a press counts also while the list still scrolls (FLEET-12)', async () => {
    await visitReceivers(page, field, '', { width: 390, height: 844 });
    const menu = page.getByRole('button', { name: 'Actions of Hollow', exact: true });
    await expect.poll(async () => (await rowOf(page, 'Crest').boundingBox())?.height, 'LOOK-46').toBeLessThanOrEqual(121);
    await menu.scrollIntoViewIfNeeded();
    // As a wheel does: the list reacts to it, and the press comes before it treats the scrolling as ended.
    const at = await menu.evaluate(async (button) => {
      let scroller = button.parentElement;
      while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
      const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { capture: true, once: true }));
      scroller?.scrollBy(0, 20);
      await scrolled;
      await new Promise(requestAnimationFrame);
      const { left, top, width, height } = button.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.click(at.x, at.y);
    await expect(page.getByRole('menuitem', { name: 'Retire', exact: true })).toBeVisible();
  });

  await step('twenty rows are in sight on a laptop when they are compact', async () => {
    await visitReceivers(page, field, '?density=compact', { width: 1440, height: 900 });
    const inSight = () =>
      receiversList(page)
        .getByRole('row')
        .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
    await expect.poll(inSight).toBeGreaterThanOrEqual(20);
  });
});
