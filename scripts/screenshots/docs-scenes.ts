import type { Page } from '@playwright/test';

export type DocsScene = { name: string; path: string; ready: (page: Page, size: DocsSize) => Promise<void> };

/** `commanded` gets the commands: all sizes are taken at once, and none is to stand in the way of another. */
export const docsSizes = [
  { name: '', viewport: { width: 1440, height: 900 }, commanded: 'CAS-2 Tailrace' },
  { name: '-wide', viewport: { width: 1920, height: 1080 }, commanded: 'RCB-1 Upstream' },
  { name: '-phone', viewport: { width: 390, height: 844 }, commanded: 'CAS-3 Fish Ladder' },
] as const;
export type DocsSize = (typeof docsSizes)[number];

const shownReceiver = 'CAS-2 Tailrace';
const firstRow = async (page: Page) => page.getByRole('rowheader').first().waitFor();
const heading = (name: string) => async (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();

const statisticsPath = '/dashboard/demo/receivers/stats?time=recent&amount=7&unit=day';
const statisticsDrawn = async (page: Page) => {
  for (const name of ['Receiver status timeline', 'Aggregated contacts', 'Contact codes', 'Contact power'])
    await page.getByRole('region', { name }).getByRole('application').waitFor({ timeout: 60_000 });
  await page.getByRole('grid', { name: 'Beacon status' }).getByRole('rowheader').first().waitFor();
};

/** The scenes of docs/screenshots. */
export const docsScenes: readonly DocsScene[] = [
  {
    name: 'home',
    path: '/dashboard/demo/dashboard',
    // The gauge reads an en dash until it has counted for five seconds.
    ready: async (page) => {
      await page
        .getByRole('button', { name: /Online/ })
        .first()
        .waitFor();
      await page.getByRole('img', { name: /^[1-9]\d* contacts per minute/ }).waitFor();
      // Map and charts are fetched last, and software draws what a graphics card would.
      await page.getByRole('region', { name: 'Charts' }).getByRole('application').first().waitFor({ timeout: 60_000 });
      const attention = page.getByRole('region', { name: 'Needs attention' });
      await attention.or(page.getByText('Nothing needs attention')).waitFor();
    },
  },
  {
    name: 'map',
    path: '/dashboard/demo/receivers/map',
    ready: async (page) => {
      await heading('Map')(page);
      await page.locator('[data-drawing]').waitFor({ timeout: 60_000 });
      await page.getByRole('progressbar', { name: 'Loading the map' }).waitFor({ state: 'detached', timeout: 60_000 });
      // A beat of what was heard around the pins: the picture is of a network at work.
      await page.locator('[data-drawing] [data-pace]').first().waitFor({ state: 'attached', timeout: 60_000 });
    },
  },
  {
    name: 'stream',
    path: '/dashboard/demo/receivers/stream',
    // A full window of 30 seconds, so that the picture shows what a person sees who stays a while.
    ready: async (page) => {
      await page.getByRole('table').getByRole('row').nth(8).waitFor({ timeout: 60_000 });
      await page.waitForFunction((since) => performance.now() - since > 32_000, await page.evaluate(() => performance.now()), {
        timeout: 60_000,
      });
    },
  },
  {
    name: 'receivers',
    path: '/dashboard/demo/receivers',
    ready: async (page) => page.getByRole('row').filter({ hasText: 'Online' }).nth(2).waitFor(),
  },
  {
    name: 'receiver',
    path: '/dashboard/demo/receivers',
    ready: async (page) => {
      await page.getByRole('link', { name: shownReceiver }).click();
      await page.getByText(/^Online \d+ %/).waitFor();
    },
  },
  {
    name: 'commands',
    path: '/dashboard/demo/receivers?commands=1',
    ready: async (page, { commanded: receiver }) => {
      const sent = ['Sync clock', 'Schedule refresh', 'Reboot'];
      for (const command of sent) {
        await page.getByRole('button', { name: `Actions of ${receiver}` }).click();
        await page.getByRole('menuitem', { name: 'Send a command' }).click();
        await page.getByRole('menuitem', { name: command, exact: true }).click();
      }
      const list = page.getByRole('list', { name: 'Commands' }).getByRole('listitem');
      for (const command of sent)
        await list
          .filter({ hasText: `${command} of ${receiver}` })
          .first()
          .waitFor();
      await list.filter({ hasText: 'Reboot' }).filter({ hasText: 'Executing' }).first().waitFor();
    },
  },
  {
    name: 'receiver-editor',
    path: '/dashboard/demo/receivers',
    ready: async (page) => {
      await page.getByRole('button', { name: `Actions of ${shownReceiver}` }).click();
      await page.getByRole('menuitem', { name: 'Edit configuration' }).click();
      await page.getByRole('tab', { name: 'Channels' }).click();
      await page.getByRole('tab', { name: 'Band 1' }).waitFor();
    },
  },
  {
    name: 'notifications',
    path: '/dashboard/demo/dashboard',
    ready: async (page) => {
      await page.getByRole('button', { name: /^(Alarms|Notifications)/ }).click();
      await page.getByRole('dialog').getByRole('listitem').nth(5).waitFor();
    },
  },
  {
    name: 'alarms',
    path: '/dashboard/demo/alarms',
    ready: async (page) => page.getByRole('main').getByRole('listitem').nth(5).waitFor(),
  },
  {
    name: 'activity',
    path: '/dashboard/demo/advanced/activity',
    ready: async (page) => page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first().waitFor(),
  },
  {
    name: 'system',
    path: '/dashboard/demo/advanced/system',
    ready: async (page) => page.getByText('in the past 7 days').waitFor(),
  },
  { name: 'statistics', path: statisticsPath, ready: statisticsDrawn },
  {
    name: 'statistics-charts',
    path: statisticsPath,
    ready: async (page) => {
      await statisticsDrawn(page);
      await page.getByRole('heading', { name: 'Telemetry Analytics' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  { name: 'animals', path: '/dashboard/demo/animals/database', ready: firstRow },
  { name: 'tags', path: '/dashboard/demo/animals/tags', ready: firstRow },
  {
    name: 'tag',
    path: '/dashboard/demo/animals/tags',
    ready: async (page, { name }) => {
      await page.getByRole('link', { name: 'Rainbow 02' }).click();
      const timeline = page.getByRole('region', { name: 'Timeline' });
      // The host finds the past visits of a new demo hour by hour.
      await timeline.getByRole('img').nth(12).waitFor({ timeout: 180_000 });
      await page.getByText('Visits are being computed').waitFor({ state: 'detached', timeout: 180_000 });
      if (name === '-phone') await timeline.evaluate((card) => card.scrollIntoView());
    },
  },
  { name: 'transmitters', path: '/dashboard/demo/transmitters/database', ready: firstRow },
  { name: 'collaborators', path: '/dashboard/demo/collaborators', ready: firstRow },
  { name: 'profile', path: '/dashboard/demo/account/profile', ready: heading('Profile') },
  { name: 'settings', path: '/dashboard/demo/receivers/settings', ready: heading('Settings') },
  { name: 'changelog', path: '/dashboard/demo/changelog', ready: heading('Changelog') },
  { name: 'modems', path: '/dashboard/demo/modems', ready: heading('Modems') },
  { name: 'beacons', path: '/dashboard/demo/transmitters/beacons', ready: heading('Beacons') },
  { name: 'detection', path: '/dashboard/demo/advanced/detection-settings', ready: heading('Detection Settings') },
  {
    name: 'reprocessing',
    path: '/dashboard/demo/advanced/detection-settings?tab=reprocessing',
    ready: async (page) => page.getByRole('button', { name: 'Start Reprocessing', disabled: false }).waitFor(),
  },
  { name: 'download', path: '/dashboard/demo/download', ready: heading('Download') },
  { name: 'offline', path: '/dashboard/alpine/dashboard', ready: heading('MITAS is offline') },
  { name: 'not-authorized', path: '/dashboard/nobody/dashboard', ready: heading('You are not authorized to view this MITAS') },
];
