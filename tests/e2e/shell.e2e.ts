import type { Page } from '@playwright/test';
import { sidebar } from '#model/navigation/routes.ts';
import type { Field } from './support/field.ts';
import { enter, expect, test, ownContext } from './support/fixtures.ts';
import type { Operator } from './support/operator.ts';
import { planted } from '../support/planted.ts';
import { screenHeading } from './support/screen-heading.ts';
import { setExpanded } from './support/set-expanded.ts';
import { visit } from './support/steps.ts';

/** NAV-10, LOOK-5: top bar, sidebar, footer, messages, light and dark; from 1280 to 390 px. */

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const home = (page: Page) => page.getByRole('heading', { name: 'Home', level: 1 });
const snackbar = (page: Page) => page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });

const homePath = ({ mitasId }: Field) => `/dashboard/${mitasId}/dashboard`;

/** Goes Home with the sidebar expanded, or with a phone's drawer closed, however an earlier step left it. */
async function goHome(page: Page, field: Field, isExpanded = true): Promise<void> {
  await visit(page, homePath(field));
  await setExpanded(page.getByRole('button', { name: 'Menu', exact: true }), isExpanded);
  await expect(home(page)).toBeVisible();
}

/** Removes the page of collaborators from the field's system, as in older systems (ROLE-10). */
const closeCollaborators = ({ database }: Operator, { mitasId }: Field) =>
  planted(database).updateTable('systems').set({ collaborators_page: false }).where('id', '=', mitasId).execute();

/**
 * Returns whether the header's painted background is dark, a difference between the schemes that everybody
 * sees.
 */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (
      getComputedStyle(document.querySelector('header')!).backgroundColor.match(/\d+/g) ?? []
    ).map(Number);
    return red + green + blue < 3 * 128;
  });

test('footer, bell and sidebar stand around every screen', async ({ page, field, operator, step }) => {
  const { db } = operator.database;
  const alarm = { system_id: field.mitasId, alarm_code_id: 3100, alias: 'Crest', site_name: 'North ridge' };
  await db
    .insertInto('alarms')
    .values(Array.from({ length: 5 }, () => alarm))
    .execute();
  await planted(operator.database)
    .updateTable('memberships')
    .set({ last_seen_alarm_id: 2 })
    .where('system_id', '=', field.mitasId)
    .execute();
  await enter(page, field.person);
  await step('the footer names the company and the year, the page skips to its content (NAV-10)', async () => {
    // The page has just loaded: nothing has the focus.
    await expect(page.getByRole('contentinfo')).toHaveText(/^© 20\d\d \S/);
    await expect(home(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
  });

  await step('the bell counts what was not seen: the newest alarm less the last one seen', async () => {
    await visit(page, homePath(field));
    await expect(page.getByRole('button', { name: 'Alarms, 3 new' })).toBeVisible();
    await expect(page.getByRole('banner').getByText('3', { exact: true })).toBeVisible();
  });

  await step('the sidebar leads to a screen that was open before without an empty page in between', async () => {
    await visit(page, homePath(field));
    await expect(home(page)).toBeVisible();
    const to = (path: string) => navigation(page).locator(`a[href="/dashboard/${field.mitasId}/${path}"]`);
    await navigation(page).getByRole('button', { name: 'Receivers' }).click();
    await to('receivers/stream').click();
    await expect(page.getByRole('heading', { name: 'Live stream', level: 1 })).toBeVisible();
    await page.evaluate(() => {
      const marked = document.documentElement.dataset;
      const content = document.querySelector('main')!;
      const look = () => content.querySelector('h1') ?? (marked['empty'] = 'seen');
      new MutationObserver(look).observe(content, { childList: true, subtree: true });
    });
    for (const [path, name] of [
      ['dashboard', 'Home'],
      ['receivers/stream', 'Live stream'],
      ['dashboard', 'Home'],
    ] as const) {
      await to(path).click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    }
    await expect(page.locator('html')).not.toHaveAttribute('data-empty');
  });

  await step('the routes that only group others lead to their first screen', async () => {
    await page.goto(`/dashboard/${field.mitasId}/account`);
    await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await visit(page, `/dashboard/${field.mitasId}/advanced`);
    await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
    await visit(page, `/dashboard/${field.mitasId}`);
    await expect(home(page)).toBeVisible();
  });

  await step('the sidebar leads to a screen by every entry but Log out (NAV-13)', async () => {
    await visit(page, homePath(field));
    await expect(home(page)).toBeVisible();
    const closed = navigation(page).getByRole('button', { expanded: false });
    await expect(closed).not.toHaveCount(0);
    for (let left = await closed.count(); left > 0; left--) {
      await closed.first().click();
      await expect(closed).toHaveCount(left - 1);
    }
    await expect(navigation(page).getByRole('button', { name: /^Robin Field/ })).toBeVisible();
    for (const item of sidebar) {
      for (const screen of item.screens) {
        if (screen.id === 'account/logout' || item.id === 'collaborators') continue;
        const name = item.screens.length === 1 ? item.label : screen.label;
        await navigation(page).locator(`a[href="/dashboard/${field.mitasId}/${screen.path}"]`).getByText(name).click();
        // Some screens add their state to the address.
        await expect(page).toHaveURL(({ pathname }) => pathname === `/dashboard/${field.mitasId}/${screen.path}`);
        await expect(page.getByRole('heading', { name: screenHeading(screen), level: 1 })).toBeVisible();
        await expect(navigation(page).locator('[aria-current=page]')).toHaveText(name);
      }
    }
  });

  await step('the sidebar is 240 px wide and collapses to icons, which keep their names (LOOK-5)', async () => {
    await visit(page, homePath(field));
    const width = async () => (await navigation(page).boundingBox())?.width ?? 0;
    await expect(home(page)).toBeVisible();
    // The 240 px include the border.
    await expect.poll(async () => Math.abs((await width()) - 240)).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(width).toBeLessThan(64);
    await expect(navigation(page).getByText('Home')).toBeHidden();
    await navigation(page).getByRole('link', { name: 'Modems' }).click();
    await expect(page).toHaveURL(/\/modems$/);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(navigation(page).getByText('Home')).toBeVisible();
  });
});

test('what a person cannot open, for the system or for the role', async ({ page, field, operator, step }) => {
  const show = (shown: { disabled: string[]; hidden: string[]; enabled: string[] }) =>
    planted(operator.database)
      .updateTable('systems')
      .set({ sidebar: JSON.stringify(shown) })
      .where('id', '=', field.mitasId)
      .execute();
  await show({ disabled: ['modems', 'receivers/map'], hidden: ['download', 'advanced/activity'], enabled: ['collaborators'] });
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  const activityPage = `/dashboard/${field.mitasId}/advanced/activity`;
  await enter(page, field.person, activityPage);
  await step('a system disables and hides items', async () => {
    await visit(page, homePath(field));
    await expect(navigation(page).getByRole('link', { name: 'Modems' })).toHaveAttribute('aria-disabled', 'true');
    await expect(navigation(page).getByText('Download')).toHaveCount(0);
    await expect(navigation(page).getByRole('link', { name: 'Collaborators' })).not.toHaveAttribute('aria-disabled');
    await navigation(page).getByRole('button', { name: 'Receivers' }).click();
    await expect(navigation(page).getByRole('link', { name: 'Map' })).toHaveAttribute('aria-disabled', 'true');
  });

  await step('what a system hides is not opened by its address: nothing of it is asked for (NAV-6)', async () => {
    await visit(page, activityPage);
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    const activity = `/api/mitashost/${field.mitasId}/activity`;
    expect(asked.filter((url) => url.includes(activity))).toEqual([]);
    await show({ disabled: [], hidden: [], enabled: [] });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    await expect
      .poll(() => asked.filter((url) => url.includes(activity)).length, 'what is asked for once it is shown')
      .toBeGreaterThan(0);
  });

  await step('a screen that takes another role says so in its place (NAV-18)', async () => {
    await operator.admin(['roles', 'grant', field.person.username, field.mitasId, 'researcher']);
    // A reload: an open page may not know the new role yet, and would be refused (403).
    await page.goto(`/dashboard/${field.mitasId}/advanced/detection-settings`);
    await expect(page.getByRole('heading', { name: 'Access Denied', level: 1 })).toBeVisible();
    await expect(page.getByText('only accessible to administrators and owners')).toBeVisible();
    await operator.admin(['roles', 'grant', field.person.username, field.mitasId, 'administrator']);
    await expect(page.getByRole('heading', { name: 'Detection Settings', level: 1 })).toBeVisible();
  });
});

test('collaborators are open on the demo host with a role above 0 alone', async ({ page, field, operator }) => {
  const collaborators = navigation(page).getByRole('link', { name: 'Collaborators' });
  await operator.admin(['roles', 'grant', field.person.username, 'demo', 'researcher']);
  await closeCollaborators(operator, field);
  await enter(page, field.person, `/dashboard/${field.mitasId}/dashboard`);
  await expect(collaborators).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/dashboard/demo/dashboard');
  await expect(collaborators).not.toHaveAttribute('aria-disabled');
  await collaborators.click();
  await expect(page).toHaveURL('/dashboard/demo/collaborators');
  await operator.admin(['users', 'set', field.person.username, '--superuser']);
  await expect(async () => {
    await page.reload();
    await expect(collaborators).toHaveAttribute('aria-disabled', 'true', { timeout: 2_000 });
  }).toPass();
});

test('the sidebar collapses to icons, and has greyed items', async ({ page, field, operator, step }) => {
  await closeCollaborators(operator, field);
  await enter(page, field.person);

  await step('the icon of a group marks that one is at a screen of it (NAV-24)', async () => {
    await goHome(page, field);
    await visit(page, `/dashboard/${field.mitasId}/receivers/stream`);
    const current = navigation(page).locator('[aria-current]');
    await expect(current).toHaveAccessibleName('Live stream');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(current).toHaveAccessibleName('Receivers');
    await expect(current).toHaveCSS('font-weight', '700');
  });

  await step('every icon tells its name, what is disabled too (NAV-27)', async () => {
    await goHome(page, field);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(navigation(page).getByRole('link', { name: 'Collaborators' })).toHaveAttribute('aria-disabled', 'true');
    const items = navigation(page).getByRole('listitem');
    await expect(items).toHaveCount(sidebar.length);
    for (const [index, { id, label, name: long = label }] of sidebar.entries()) {
      const name = id === 'account' ? /^Robin Field/ : long;
      const item = items.nth(index).getByRole(/account|animals|transmitters|receivers|advanced/.test(id) ? 'button' : 'link');
      await expect(item).toHaveAccessibleName(name);
      if (id !== 'collaborators') await expect(item).toHaveAttribute('title', name);
    }
    await navigation(page).getByRole('link', { name: 'Collaborators' }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('Collaborators: Not offered in this system');
  });

  await step('the sidebar collapsed to icons opens whole at the group that is pressed, which keeps the focus', async () => {
    await goHome(page, field);
    await navigation(page).getByRole('button', { name: 'Receivers' }).click();
    await expect(navigation(page).getByRole('link', { name: 'Live stream' })).toBeVisible();
    const menu = page.getByRole('button', { name: 'Menu' });
    for (const [group, item] of [
      ['Receivers', 'Live stream'],
      ['Animals', 'Tags'],
    ] as const) {
      await menu.click();
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
      await expect(navigation(page).getByRole('button', { expanded: true })).toHaveCount(0);
      const button = navigation(page).getByRole('button', { name: group });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(menu).toHaveAttribute('aria-expanded', 'true');
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await expect(button).toBeFocused();
      await expect(navigation(page).getByRole('link', { name: item })).toBeVisible();
    }
    await page.keyboard.press('Tab');
    await expect(navigation(page).getByRole('link', { name: 'Database' })).toBeFocused();
    await menu.click();
    await navigation(page)
      .getByRole('button', { name: /^Robin Field/ })
      .click();
    await navigation(page).getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the drawer of a phone', async ({ page, field, step }) => {
    await enter(page, field.person);
    await step(
      'the sidebar is a drawer: out of the way, opened by Menu, closed by choosing, by the ground beside it and by Escape',
      async () => {
        await goHome(page, field, false);
        await expect(navigation(page)).toBeHidden();
        const menu = page.getByRole('button', { name: 'Menu', exact: true });
        await menu.click();
        await navigation(page).getByRole('link', { name: 'Modems' }).click();
        await expect(page.getByRole('heading', { name: 'Modems', level: 1 })).toBeVisible();
        await expect(navigation(page)).toBeHidden();
        await menu.click();
        await expect(navigation(page).getByText('Download')).toBeVisible();
        await page.mouse.click(370, 500);
        await expect(navigation(page)).toBeHidden();
        await menu.click();
        await expect(navigation(page)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(navigation(page)).toBeHidden();
      },
    );

    await step('Menu tells whether the drawer is open, and has the focus again when it closes', async () => {
      await goHome(page, field, false);
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
      await menu.click();
      await expect(menu).toHaveAttribute('aria-expanded', 'true');
      await expect(page.locator(`#${await menu.getAttribute('aria-controls')}`)).toContainText('Download');
      await navigation(page).getByRole('link', { name: 'Modems' }).focus();
      await page.keyboard.press('Escape');
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
      await expect(menu).toBeFocused();
    });

    await step('the focus goes from the drawer to the page that was chosen in it', async () => {
      await goHome(page, field, false);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await navigation(page).getByRole('link', { name: 'Modems' }).click();
      await expect(page.getByRole('heading', { name: 'Modems', level: 1 })).toBeFocused();
    });

    await step('the drawer leaves the sidebar of a wider page as it was, and the other way round', async () => {
      const upright = { width: 390, height: 844 };
      const wide = { width: 1280, height: 800 };
      await goHome(page, field, false);
      const menu = page.getByRole('button', { name: 'Menu', exact: true });
      await menu.click();
      await navigation(page).getByRole('link', { name: 'Modems' }).click();
      await expect(page.getByRole('heading', { name: 'Modems', level: 1 })).toBeVisible();
      await page.setViewportSize(wide);
      await expect(menu).toHaveAttribute('aria-expanded', 'true');
      await expect(navigation(page).getByText('Download')).toBeVisible();
      await menu.click();
      await expect(navigation(page).getByText('Download')).toBeHidden();
      await page.setViewportSize(upright);
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
      await expect(navigation(page)).toBeHidden();
      await menu.click();
      await expect(navigation(page).getByText('Download')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.setViewportSize(wide);
      await expect(menu).toHaveAttribute('aria-expanded', 'false');
      await expect(navigation(page).getByText('Download')).toBeHidden();
    });
  });
});

test.describe('light and dark', () => {
  test('dark at first; the switch is stored, sent and kept', async ({ page, field, operator }) => {
    await page.goto('/login');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('[class*=spectrum--dark]').first()).toBeVisible();
    await enter(page, field.person);
    await expect(home(page)).toBeVisible();
    await expect.poll(() => isDark(page)).toBe(true);
    const sent = page.waitForResponse('**/api/app/client/dark-mode');
    await page.getByRole('button', { name: 'Switch to light' }).click();
    await expect.poll(() => isDark(page)).toBe(false);
    expect((await sent).request().postDataJSON()).toEqual({ darkMode: false });
    expect((await sent).status()).toBe(200);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('darkMode'))).toBe('false');
    await page.reload();
    await expect(home(page)).toBeVisible();
    await expect.poll(() => isDark(page)).toBe(false);
    const { dark_mode } = await operator.database.db
      .selectFrom('users')
      .select('dark_mode')
      .where('username', '=', field.person.username)
      .executeTakeFirstOrThrow();
    expect(dark_mode).toBe(false);
  });

  test.describe('that cannot be sent', () => {
    test.use({ expectErrors: ['net::ERR_'] });
    test('is taken back here, and the person is told for 2 s', { tag: ownContext }, async ({ page, field }) => {
      await page.clock.install();
      await enter(page, field.person);
      await expect(home(page)).toBeVisible();
      const release = Promise.withResolvers<void>();
      await page.route('**/api/app/client/dark-mode', async (route) => {
        await release.promise;
        await route.abort('connectionrefused');
      });
      await page.getByRole('button', { name: 'Switch to light' }).click();
      // Shows at once, before the host answers.
      await expect.poll(() => isDark(page)).toBe(false);
      await page.clock.pauseAt(Date.now() + 60_000);
      release.resolve();
      await expect(snackbar(page)).toContainText('An error occurred');
      await expect.poll(() => isDark(page)).toBe(true);
      await expect.poll(() => page.evaluate(() => localStorage.getItem('darkMode'))).toBe('true');

      // MSG-1, MSG-2: 2000 ms, then 500 ms to fade out; a click elsewhere does not close it.
      const shown = snackbar(page).locator('[data-open]');
      await page.mouse.click(640, 400);
      await page.clock.runFor(1_900);
      await expect(shown).toHaveAttribute('data-open', 'true');
      await page.clock.runFor(200);
      await expect(shown).toHaveAttribute('data-open', 'false');
      await page.clock.runFor(500);
      await expect(snackbar(page)).toHaveCount(0);
    });
  });
});

test.describe('while it loads', () => {
  test("'Connecting...' stands, its dots moving on each 500 ms (NAV-9)", async ({ page, field }) => {
    const release = Promise.withResolvers<void>();
    await page.route('**/api/app/client/account', async (route) => {
      await release.promise;
      await route.continue();
    });
    await enter(page, field.person);
    await expect(page.getByRole('status', { name: 'Connecting...' })).toBeVisible();
    const animation = () =>
      page.evaluate(() => {
        const dots = document.getAnimations().find((each) => String((each as CSSAnimation).animationName).includes('dots'));
        const effect = dots?.effect as KeyframeEffect | undefined;
        if (effect === undefined) return null;
        const { duration, iterations } = effect.getComputedTiming();
        return { duration, iterations, contents: effect.getKeyframes().map((frame) => String(frame['content'])) };
      });
    await expect.poll(animation).toEqual({
      duration: 2_000,
      iterations: Infinity,
      contents: expect.arrayContaining(['"."', '".."', '"..."']),
    });
    release.resolve();
    await expect(home(page)).toBeVisible();
  });
});
