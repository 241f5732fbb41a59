import type { Locator, Page } from '@playwright/test';
import type { SceneRole, SceneSize } from './frozen-stage.ts';

/**
 * A screen, or a dialog over one. `path` is within the system, or with a slash on the host; in it
 * '{CAS-2 Tailrace}' becomes the id of that receiver. The owner looks, unless it is another role or nobody
 * (null).
 */
export type AllScene = {
  name: string;
  path: string;
  role?: SceneRole | null;
  /** What a person does to open it. */
  steps?: readonly Step[];
  /** What has to be there. */
  until: readonly Wanted[];
  /** The file below src/views that draws the dialog. */
  dialog?: string;
};

type Step = (page: Page, size: SceneSize) => Promise<unknown>;
type Wanted = (page: Page) => Locator;

const receiver = 'CAS-2 Tailrace';
const lastDay = 'time=recent&amount=1&unit=day';

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
const choose =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name, exact: true }).click();
const turnTo =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('tab', { name }).click();
const pick =
  (label: string, option: string): Step =>
  async (page) => {
    await page.getByRole('button', { name: new RegExp(`${label}$`) }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
const fill =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).fill(text);
const check =
  (at: number): Step =>
  (page) =>
    page.getByRole('grid').locator('label').nth(at).click();
/** What a phone folds away. */
const onPhone =
  (step: Step): Step =>
  async (page, size) => {
    if (size.name === 'phone') await step(page, size);
  };
/** Presses a button of a toolbar; on a phone it is in the menu of further actions. */
const pressMore =
  (name: string): Step =>
  async (page, size) => {
    if (size.name !== 'phone') return press(name)(page, size);
    await press('More')(page, size);
    return choose(name)(page, size);
  };

const heading =
  (name: string): Wanted =>
  (page) =>
    page.getByRole('heading', { level: 1, name });
const dialog =
  (name?: string | RegExp): Wanted =>
  (page) =>
    page.getByRole('dialog', name === undefined ? {} : { name }).last();
const question =
  (name?: string | RegExp): Wanted =>
  (page) =>
    page.getByRole('alertdialog', name === undefined ? {} : { name });
const menu: Wanted = (page) => page.getByRole('menu').last();
const button =
  (name: string | RegExp): Wanted =>
  (page) =>
    page.getByRole('button', { name }).first();
const text =
  (words: string | RegExp): Wanted =>
  (page) =>
    page.getByText(words).first();
const chartOf =
  (name: string): Wanted =>
  (page) =>
    page.getByRole('region', { name }).getByRole('application').first();
const firstRow: Wanted = (page) => page.getByRole('rowheader').first();
/** Home asks for its forecasts a little later than for the rest. */
const attention: Wanted = (page) =>
  page.getByRole('region', { name: 'Needs attention' }).getByRole('list').or(page.getByText('Nothing needs attention'));
const firstItem: Wanted = (page) => page.getByRole('main').getByRole('listitem').first();

/** Screens and dialogs of `npm run screenshots -- --all`. */
export const allScenes: readonly AllScene[] = [
  // In place of a system.
  { name: 'login', path: '/login', role: null, until: [button('Login')] },
  { name: 'sign-up', path: '/login', role: null, steps: [turnTo('Sign Up')], until: [button('Register')] },
  { name: 'forgot-password', path: '/login', role: null, steps: [press('Forgot password')], until: [button('Reset')] },
  { name: 'complete-profile', path: '/complete-profile', role: null, until: [heading('')] },
  { name: 'reset-password', path: '/reset-password', role: null, until: [heading('')] },
  { name: 'unsubscribe', path: '/unsubscribe', role: null, until: [heading('')] },
  { name: 'registration-approval', path: '/registration-approval', role: 'viewer', until: [heading('')] },
  { name: 'select-system', path: '/dashboard', role: 'stranger', until: [text('Choose the system to connect to')] },
  { name: 'not-found', path: 'nothing', until: [heading('Page not found')] },
  { name: 'no-such-domain', path: '/dashboard/no%20name/dashboard', until: [heading('Oops!')] },
  { name: 'not-authorized', path: '/dashboard/nobody/dashboard', until: [heading('You are not authorized')] },
  { name: 'offline', path: '/dashboard/alpine/dashboard', role: 'stranger', until: [heading('MITAS is offline')] },
  {
    name: 'denied',
    path: 'advanced/detection-settings',
    role: 'viewer',
    until: [heading('Access Denied')],
  },

  // The frame.
  { name: 'menu', path: 'changelog', steps: [press('Menu')], until: [heading('Changelog')] },
  {
    name: 'systems',
    path: 'changelog',
    steps: [press('Demo')],
    until: [dialog('Connect to:')],
    dialog: 'shell/system-dialog.tsx',
  },
  {
    name: 'alarms-menu',
    path: 'changelog',
    steps: [press(/^Alarms, /)],
    until: [(page) => page.getByRole('dialog').getByRole('listitem').nth(5)],
    dialog: 'shell/alarms-popover.tsx',
  },
  {
    name: 'leave',
    path: 'receivers',
    steps: [
      press(`Actions of ${receiver}`),
      choose('Rename'),
      (page) => page.getByRole('dialog').getByRole('textbox').fill('CAS-2'),
      (page) => page.keyboard.press('Enter'),
      press('Demo'),
      press(/^River/),
    ],
    until: [question()],
    dialog: 'shell/leave-dialog.tsx',
  },

  // Home.
  { name: 'home', path: 'dashboard', until: [button(/Online/), chartOf('Charts'), attention] },
  { name: 'home-viewer', path: 'dashboard', role: 'viewer', until: [button(/Online/), chartOf('Charts'), attention] },
  {
    name: 'home-filter',
    path: 'dashboard',
    steps: [
      async (page) => {
        const filter = page.getByRole('region', { name: 'Charts' }).getByRole('button', { name: 'Filter' });
        await chartOf('Charts')(page).waitFor({ timeout: 60_000 });
        while ((await filter.count()) === 0) await page.getByRole('button', { name: 'Next' }).click();
        await filter.click();
      },
    ],
    until: [dialog('Filter')],
    dialog: 'home/aggregate-dialog.tsx',
  },

  // Alarms.
  { name: 'alarms', path: 'alarms', until: [firstItem] },
  { name: 'alarm-settings', path: 'alarms?tab=settings', until: [text('Webhook')] },

  // Animals and transmitters.
  { name: 'animals', path: 'animals/database', until: [firstRow] },
  { name: 'animals-viewer', path: 'animals/database', role: 'viewer', until: [firstRow] },
  {
    name: 'animal-new',
    path: 'animals/database',
    steps: [press('Add animal')],
    until: [dialog('Create Animal')],
    dialog: 'registry/registry-view.tsx',
  },
  { name: 'animal-edit', path: 'animals/database', steps: [press(/^Edit /)], until: [dialog('Update Animal')] },
  {
    name: 'animals-delete',
    path: 'animals/database',
    steps: [check(1), check(2), press('Delete')],
    until: [question(/^Delete animal/)],
  },
  { name: 'tags', path: 'animals/tags', until: [firstRow] },
  {
    name: 'tag',
    path: 'animals/tags',
    steps: [(page) => page.getByRole('link', { name: 'Rainbow 02' }).click()],
    until: [(page) => page.getByRole('application', { name: 'Timeline of Rainbow 02' }).getByRole('img').first()],
  },
  { name: 'tag-new', path: 'animals/tags', steps: [press(/^Add /)], until: [dialog(/Tagged Animal/)] },
  {
    name: 'tag-edit',
    path: 'animals/tags',
    steps: [press(/^Edit /)],
    until: [dialog(/Tagged Animal/)],
  },
  {
    name: 'tag-place',
    path: 'animals/tags',
    steps: [press(/^Edit /), press(/^Release Location/)],
    until: [dialog('Choose location')],
    dialog: 'tags/place-dialog.tsx',
  },
  { name: 'transmitters', path: 'transmitters/database', until: [firstRow] },
  {
    name: 'transmitter-new',
    path: 'transmitters/database',
    steps: [press('Add transmitter')],
    until: [dialog('Create Transmitter')],
  },
  { name: 'transmitter-edit', path: 'transmitters/database', steps: [press(/^Edit /)], until: [dialog('Update Transmitter')] },
  { name: 'beacons', path: 'transmitters/beacons', until: [button(/^BCN-0001/)] },
  {
    name: 'beacon',
    path: 'transmitters/beacons',
    steps: [press(/^BCN-0001/)],
    until: [(page) => page.getByRole('region', { name: 'Detections of BCN-0001' })],
  },

  // Receivers.
  { name: 'receivers', path: 'receivers', until: [button(`Actions of ${receiver}`)] },
  { name: 'receivers-viewer', path: 'receivers', role: 'viewer', until: [button(`Actions of ${receiver}`)] },
  { name: 'receivers-selected', path: `receivers?selected={${receiver}},{CAS-3 Fish Ladder}`, until: [text('2 selected')] },
  { name: 'receivers-menu', path: 'receivers', steps: [press(`Actions of ${receiver}`)], until: [menu] },
  {
    name: 'receivers-rename',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Rename')],
    until: [dialog('Name')],
    dialog: 'receivers/beside-row.tsx',
  },
  {
    name: 'receivers-address',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Change address')],
    until: [dialog('Address')],
  },
  {
    name: 'receivers-colour',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Choose colour')],
    until: [dialog('Colour')],
  },
  {
    name: 'receivers-move',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Move to another site')],
    until: [menu],
  },
  {
    name: 'receivers-commands',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Send a command')],
    until: [menu],
  },
  {
    name: 'receivers-status',
    path: 'receivers',
    steps: [press(`Status for past 7 days of ${receiver}`)],
    until: [dialog('Status for past 7 days')],
  },
  {
    name: 'receivers-location',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Edit location')],
    until: [dialog(/^Edit location/)],
    dialog: 'receivers/location-dialog.tsx',
  },
  {
    name: 'receivers-copy',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Copy')],
    until: [dialog(/^Copy/)],
    dialog: 'receivers/task-dialog.tsx',
  },
  {
    name: 'receivers-retire',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Retire')],
    until: [question(/^Retire/)],
  },
  {
    name: 'receivers-snooze',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Snooze alarms')],
    until: [dialog(/^Snooze/)],
    dialog: 'snooze/snooze-dialog.tsx',
  },
  {
    name: 'receivers-snoozed',
    path: 'receivers',
    steps: [press('Actions of CAS-3 Fish Ladder'), choose('Snooze alarms')],
    until: [dialog(/^Snooze/)],
  },
  {
    name: 'receivers-erase',
    path: 'receivers',
    steps: [press(`Actions of ${receiver}`), choose('Send a command'), choose('Erase memory')],
    until: [question(/^Erase memory/)],
    dialog: 'receivers/command-dialog.tsx',
  },
  {
    name: 'receivers-filter',
    path: 'receivers',
    steps: [onPhone(press('Filter')), press('Receivers: all')],
    until: [dialog('Show these receivers only')],
    dialog: 'receivers/receiver-filter.tsx',
  },
  {
    name: 'receiver-new',
    path: 'receivers',
    steps: [press('New receiver')],
    until: [dialog('New Receiver')],
    dialog: 'receivers/new-receiver-dialog.tsx',
  },
  {
    name: 'site-new',
    path: 'receivers',
    steps: [pressMore('New site')],
    until: [dialog('New site')],
    dialog: 'receivers/new-site-dialog.tsx',
  },
  { name: 'site-menu', path: 'receivers', steps: [press(/^Actions of (?!.*-)/)], until: [menu] },
  {
    name: 'site-delete',
    path: 'receivers',
    steps: [press(/^Actions of (?!.*-)/), choose('Delete site')],
    until: [question(/^Delete/)],
    dialog: 'receivers/delete-site-dialog.tsx',
  },
  { name: 'receivers-retired', path: 'receivers?retired=1', until: [heading('Retired receivers')] },
  { name: 'commands', path: 'receivers?commands=1', until: [text('Only commands sent by people')] },
  { name: 'receiver', path: `receivers?receiver={${receiver}}`, until: [heading(receiver), text(/^Online \d+ %/)] },
  {
    name: 'receiver-below',
    path: `receivers?receiver={${receiver}}`,
    steps: [
      async (page) => {
        await text(/^Online \d+ %/)(page).waitFor();
        await page.getByRole('region', { name: 'Field visits' }).scrollIntoViewIfNeeded();
      },
    ],
    until: [heading(receiver)],
  },
  {
    name: 'editor',
    path: `receivers?edit={${receiver}}`,
    until: [dialog(/^Edit/), (page) => page.getByRole('dialog').getByLabel('Name', { exact: true })],
    dialog: 'receiver-editor/receiver-editor-dialog.tsx',
  },
  {
    name: 'editor-general',
    path: `receivers?edit={${receiver}}`,
    steps: [turnTo(/^General/)],
    until: [(page) => page.getByLabel('Squelch (dBm)')],
  },
  {
    name: 'editor-channels',
    path: `receivers?edit={${receiver}}`,
    steps: [turnTo(/^Channels/)],
    until: [(page) => page.getByRole('tab', { name: 'Band 1' })],
  },
  {
    name: 'editor-colour',
    path: `receivers?edit={${receiver}}`,
    steps: [press(/^Colou?r #/)],
    until: [dialog(/^Colou?r/)],
    dialog: 'controls/colour-field.tsx',
  },
  {
    name: 'editor-versions',
    path: `receivers?edit={${receiver}}`,
    steps: [press('Versions')],
    until: [dialog('Saved versions'), button(/^Open the version of/)],
    dialog: 'receiver-editor/config-versions.tsx',
  },
  {
    name: 'editor-version',
    path: `receivers?edit={${receiver}}`,
    steps: [
      press('Versions'),
      (page) =>
        page
          .getByRole('button', { name: /^Open the version of/ })
          .last()
          .click(),
    ],
    until: [button('Back')],
  },
  {
    name: 'editor-discard',
    path: `receivers?edit={${receiver}}`,
    steps: [turnTo(/^General/), fill('Squelch (dBm)', '-90'), press('Cancel')],
    until: [question('Leave with unsaved changes?')],
    dialog: 'controls/dialog-holder.tsx',
  },
  {
    name: 'batch',
    path: `receivers?selected={${receiver}},{CAS-3 Fish Ladder}&batch=1`,
    until: [dialog(/^Edit 2 receivers/), (page) => page.getByLabel('Squelch (dBm)')],
    dialog: 'batch-edit/batch-edit-dialog.tsx',
  },
  {
    name: 'batch-review',
    path: `receivers?selected={${receiver}},{CAS-3 Fish Ladder}&batch=1`,
    steps: [fill('Squelch (dBm)', '-90'), press('Review changes')],
    until: [text('2 of 2 receivers change')],
  },

  // The live stream.
  { name: 'stream', path: 'receivers/stream', until: [text(/contacts shown/)] },
  {
    name: 'stream-table',
    path: 'receivers/stream',
    steps: [(page) => page.getByRole('switch', { name: 'Table' }).click()],
    until: [(page) => page.getByRole('table').getByRole('row').nth(8)],
  },
  { name: 'stream-save', path: 'receivers/stream', steps: [press('Save')], until: [menu] },
  {
    name: 'stream-filter',
    path: 'receivers/stream',
    steps: [press(/^Filter/)],
    until: [dialog('Filter contacts')],
    dialog: 'stream/filter-dialog.tsx',
  },

  // Statistics.
  {
    name: 'statistics',
    path: `receivers/stats?${lastDay}`,
    until: [
      ...['Receiver status timeline', 'Aggregated contacts', 'Contact codes', 'Contact power'].map(chartOf),
      (page) => page.getByRole('grid', { name: 'Beacon status' }).getByRole('rowheader').first(),
    ],
  },
  {
    name: 'statistics-receivers',
    path: 'receivers/stats',
    steps: [press(/^All receivers \(/)],
    until: [dialog('Receivers')],
    dialog: 'statistics/receiver-choice.tsx',
  },
  {
    name: 'explorer',
    path: `receivers/stats?${lastDay}&explore={${receiver}}&antennas=1&start=2030-09-18T12:00:00Z&end=2030-09-18T18:00:00Z`,
    until: [dialog(/^Receiver/), text(/contacts shown\)/)],
    dialog: 'explorer/contact-explorer.tsx',
  },

  // The map.
  { name: 'map', path: 'receivers/map', until: [heading('Map')] },
  { name: 'map-receiver', path: `receivers/map?receiver={${receiver}}`, until: [button('Snooze alarms')] },
  {
    name: 'map-snooze',
    path: `receivers/map?receiver={${receiver}}`,
    steps: [press('Snooze alarms')],
    until: [dialog(/^Snooze/)],
  },
  {
    name: 'map-layers',
    path: 'receivers/map',
    steps: [press('Layers')],
    until: [dialog('Layers')],
    dialog: 'map/layers-dialog.tsx',
  },
  {
    name: 'map-locations',
    path: 'receivers/map',
    steps: [press('Locations')],
    until: [(page) => page.getByRole('region', { name: 'Locations', exact: true })],
  },
  {
    name: 'map-location',
    path: 'receivers/map',
    steps: [press('Locations'), press(`Edit location of ${receiver}`)],
    until: [dialog(/^Edit location/)],
  },
  { name: 'map-past', path: 'receivers/map?day=2030-09-10', until: [text('2030-09-10')] },

  // Settings, modems, files, people.
  { name: 'settings', path: 'receivers/settings', until: [heading('Settings'), button('New key')] },
  { name: 'settings-viewer', path: 'receivers/settings', role: 'viewer', until: [heading('Settings'), button('New key')] },
  {
    name: 'key-new',
    path: 'receivers/settings',
    steps: [press('New key')],
    until: [dialog('New key')],
    dialog: 'keys/key-dialogs.tsx',
  },
  { name: 'modems', path: 'modems', until: [heading('Modems'), (page) => page.getByRole('main').getByRole('button').nth(1)] },
  {
    name: 'modem',
    path: 'modems',
    steps: [(page) => page.getByRole('main').getByRole('button', { expanded: false }).first().click()],
    until: [(page) => page.getByRole('application')],
  },
  {
    name: 'modem-days',
    path: 'modems',
    steps: [
      (page) => page.getByRole('main').getByRole('button', { expanded: false }).first().click(),
      pick('Over Past', 'Custom'),
    ],
    until: [dialog('Choose the days to plot')],
    dialog: 'modems/range-dialog.tsx',
  },
  { name: 'download', path: 'download', until: [firstRow] },
  {
    name: 'file-new',
    path: 'download',
    steps: [press('Create data file')],
    until: [dialog('Create data file')],
    dialog: 'download/create-dialog.tsx',
  },
  {
    name: 'file',
    path: 'download',
    steps: [press('Yesterday.csv')],
    until: [dialog('Yesterday.csv')],
    dialog: 'download/file-details.tsx',
  },
  { name: 'file-unknown', path: 'download?open=999999', until: [dialog('No such file')] },
  {
    name: 'file-delete',
    path: 'download',
    steps: [press(/^Delete/)],
    until: [question('Delete file?')],
    dialog: 'download/download-view.tsx',
  },
  { name: 'collaborators', path: 'collaborators', until: [firstRow] },
  {
    name: 'collaborator-new',
    path: 'collaborators',
    steps: [press('Add collaborator')],
    until: [dialog('Add Collaborator')],
    dialog: 'collaborators/collaborators-view.tsx',
  },
  {
    name: 'collaborator-promote',
    path: 'collaborators',
    steps: [
      (page) =>
        page
          .getByRole('button', { name: /Role of Vera Reed/ })
          .first()
          .click(),
      (page) => page.getByRole('option', { name: 'Owner', exact: true }).click(),
    ],
    until: [question('Permanently promote?')],
    dialog: 'collaborators/role-picker.tsx',
  },
  { name: 'collaborator-unlink', path: 'collaborators', steps: [press('Leave')], until: [question(/^Unlink/)] },

  // Advanced, and the account.
  { name: 'system', path: 'advanced/system', until: [heading('System'), button('New key')] },
  {
    name: 'system-kept',
    path: 'advanced/system',
    steps: [press('Change how long contacts are kept')],
    until: [dialog(/^How long/)],
    dialog: 'system/keep-dialog.tsx',
  },
  { name: 'key-revoke', path: 'advanced/system', steps: [press(/^Revoke/)], until: [question('Revoke key?')] },
  { name: 'detection', path: 'advanced/detection-settings', until: [button('Preview Changes')] },
  {
    name: 'detection-guide',
    path: 'advanced/detection-settings',
    steps: [press('Guide to detection settings')],
    until: [dialog('Guide to detection settings')],
    dialog: 'detection/guide-dialog.tsx',
  },
  {
    name: 'detection-preview',
    path: 'advanced/detection-settings',
    steps: [press('Strict'), press('Preview Changes')],
    until: [dialog('Preview of the changes')],
    dialog: 'detection/preview-dialog.tsx',
  },
  {
    name: 'detection-save',
    path: 'advanced/detection-settings',
    steps: [press('Strict'), fill('Change reason', 'Fewer false detections'), press(/^Save/)],
    until: [dialog('Save these settings')],
    dialog: 'detection/save-check.tsx',
  },
  {
    name: 'reprocessing',
    path: 'advanced/detection-settings?tab=reprocessing',
    until: [(page) => page.getByRole('button', { name: 'Start Reprocessing', disabled: false }), button(/^Summary/)],
  },
  {
    name: 'reprocessing-start',
    path: 'advanced/detection-settings?tab=reprocessing',
    steps: [
      (page) => page.getByRole('button', { name: 'Start Reprocessing', disabled: false }).waitFor(),
      press('Start Reprocessing'),
    ],
    until: [dialog('Start reprocessing')],
    dialog: 'detection/reprocessing-tab.tsx',
  },
  {
    name: 'reprocessing-summary',
    path: 'advanced/detection-settings?tab=reprocessing',
    steps: [press(/^Summary/)],
    until: [dialog('Summary of the job')],
    dialog: 'detection/summary-dialog.tsx',
  },
  {
    name: 'reprocessing-restore',
    path: 'advanced/detection-settings?tab=reprocessing',
    steps: [press('Restore the previous result')],
    until: [question('Restore the previous result')],
  },
  {
    name: 'activity',
    path: 'advanced/activity',
    until: [(page) => page.getByRole('region', { name: 'Changes' }).getByRole('listitem').first()],
  },
  { name: 'changelog', path: 'changelog', until: [heading('Changelog')] },
  {
    name: 'profile',
    path: 'account/profile',
    until: [heading('Profile'), (page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').first()],
  },
];

/** Screens and dialogs without a scene of their own, each with the reason. */
export const withoutScene: Readonly<Record<string, string>> = {
  'account/logout': 'an address that logs out and shows nothing',
  'controls/dialog-frame.tsx': 'the frame of all dialogs',
  'controls/form-dialog.tsx': 'the frame of dialogs with a form, or a question',
  'receivers/row-popover.tsx': 'the frame of what opens beside a row',
  'receiver-editor/conflict-question.tsx': 'a second person has to change the receiver in between, which changes the data',
  'map/map-layers.tsx': 'holds the dialog of layers, which has a scene',
};

/** What changes from run to run and cannot be frozen: selectors, each with the reason. */
export const masks: Readonly<Record<string, string>> = {};
