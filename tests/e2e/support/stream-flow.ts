import type { SnapshotFrom } from 'xstate';
import { liveStreamMachine } from '../../../src/machines/live-stream/live-stream-machine.ts';
import { groupKindNames } from '#model/live/group-looks.ts';
import {
  areSameFilters,
  type ContactFilters,
  displays,
  groupKinds,
  noFilters,
  type StreamSettings,
  timeLimits,
} from '#model/live/live-settings.ts';
import { streamAddress } from '#model/live/stream-address.ts';
import { callback, samples } from '../../support/machine-paths.ts';
import { quietWindow } from '../../support/quiet-window.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { StreamPage } from './stream-page.ts';

type Snapshot = SnapshotFrom<typeof liveStreamMachine>;

/** The dialog is modal: while it is open, nothing else can be reached. */
const atHand = (snapshot: Snapshot) => snapshot.matches({ filters: 'closed' });
const inDialog = (snapshot: Snapshot) => snapshot.matches({ filters: 'open' });
const onlyAntenna1: ContactFilters = { ...noFilters, ant: [1] };

/** Returns the settings one step away on the page; each has another address. */
function choices(snapshot: Snapshot): StreamSettings[] {
  const { settings } = snapshot.context;
  if (inDialog(snapshot))
    return [{ ...settings, filters: areSameFilters(settings.filters, noFilters) ? onlyAntenna1 : noFilters }];
  return [
    ...groupKinds.filter((kind) => kind !== settings.groupBy).map((groupBy) => ({ ...settings, groupBy })),
    ...timeLimits.filter(({ ms }) => ms !== settings.timeLimit).map(({ ms }) => ({ ...settings, timeLimit: ms })),
    ...displays.filter((display) => display !== settings.display).map((display) => ({ ...settings, display })),
  ];
}

const onlyMany = 'it takes more than 300,000 contacts: live-stream.test.ts has them';

const dialogOf = ({ page }: StreamPage) => page.getByRole('dialog', { name: 'Filter contacts' });
/** Uses the page's control for each part of the settings; the machine hears only the address. */
async function choose(stream: StreamPage, { search }: { search: string }): Promise<void> {
  const { page } = stream;
  const { state: before } = streamAddress.read(new URL(page.url()).search);
  const { state: wanted } = streamAddress.read(search);
  if (wanted.groupBy !== before.groupBy) await stream.groupBy(groupKindNames[wanted.groupBy]);
  if (wanted.timeLimit !== before.timeLimit) await stream.showLast(timeLabel(wanted.timeLimit));
  if (wanted.display !== before.display) await page.getByRole('switch', { name: 'Table' }).click();
  if (!areSameFilters(wanted.filters, before.filters)) {
    const dialog = dialogOf(stream);
    await dialog.getByRole('button', { name: 'Clear all' }).click();
    for (const antenna of wanted.filters.ant)
      await dialog.getByRole('checkbox', { name: `Antenna ${antenna}`, exact: true }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
  }
  await expect(page).toHaveURL((url) => url.search === search);
}

const timeLabel = (limit: number) => timeLimits.find(({ ms }) => ms === limit)?.label ?? '';

/** A person's actions on the live stream while its line is up; it must hold contacts of antennas 1 and 2. */
export const streamFlow: Flow<typeof liveStreamMachine, StreamPage> = {
  machine: liveStreamMachine,
  samples: samples({
    machine: liveStreamMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'place.changed': (snapshot) => choices(snapshot).map((settings) => ({ search: streamAddress.write(settings) })),
      'stream.pause': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'stream.resume': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'filters.open': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'filters.close': (snapshot) => (inDialog(snapshot) ? [{}] : []),
    },
    actors: {
      heldContacts: callback({}),
      followWindow: callback({}),
      followReception: callback({ sends: [] }),
      surroundings: callback({ sends: [] }),
    },
    systems: { contactWindow: quietWindow },
    leads: [
      { steps: ['place.changed #3', 'place.changed #5', 'place.changed #6', 'place.changed #4'] },
      { steps: ['filters.open', 'place.changed', 'filters.open', 'place.changed', 'filters.open', 'filters.close'] },
      { steps: ['stream.pause', 'filters.open', 'place.changed', 'stream.resume'] },
    ],
  }),
  byHand: {
    'stream.pause': ({ page }) => page.getByRole('button', { name: 'Pause' }).click(),
    'stream.resume': ({ page }) => page.getByRole('button', { name: 'Resume' }).click(),
    'place.changed': choose,
    'filters.open': async (stream) => void (await stream.openFilters()),
    'filters.close': ({ page }) => page.keyboard.press('Escape'),
  },
  byTheWorld: {},
  elsewhere: {
    'reception.changed': 'the host says it by itself: live-stream.test.ts has the machine’s part',
    'page.hidden': 'a test cannot hide a tab: live-stream.test.ts has the machine’s part',
    'page.shown': 'a test cannot hide a tab: live-stream.test.ts has the machine’s part',
  },
  untaken: {
    'liveStream · xstate.error.actor.followReception → (stays)': 'only a defect of ours ends what follows the reception',
    'liveStream · xstate.error.actor.followWindow → (stays)': 'only a defect of ours ends what follows the window',
    'liveStream · xstate.error.actor.surroundings → liveStream.figures.shown': 'only a defect of ours ends what reports the tab',
    'liveStream.figures.hidden · place.changed → (stays)': 'a test cannot hide a tab',
    'liveStream.figures.shown.computing · always → liveStream.figures.shown.unfinished': onlyMany,
    'liveStream.figures.shown.unfinished · xstate.after.stepPause.liveStream.figures.shown.unfinished → liveStream.figures.shown.computing':
      onlyMany,
    'liveStream.figures.shown.coming · xstate.after.turn.liveStream.figures.shown.coming → liveStream.figures.shown.computing':
      'the host says it by itself: line.e2e.ts sees what it brings',
    'liveStream.figures.shown.computed · xstate.after.refresh.liveStream.figures.shown.computed → liveStream.figures.shown.computing':
      'it comes once a second, whatever a person does: stream.e2e.ts sees what it brings',
    'liveStream.playback.paused · xstate.error.actor.heldContacts → liveStream.playback.running':
      'only a defect of ours ends what holds the contacts',
  },
  async shows(stream, snapshot) {
    const { page } = stream;
    const { groupBy, timeLimit, display, filters } = snapshot.context.settings;
    const set = Object.values(filters).flat().length;
    const open = snapshot.matches({ filters: 'open' });
    const paused = snapshot.matches({ playback: 'paused' });
    await expect(dialogOf(stream)).toBeVisible({ visible: open });
    // An open dialog hides the page behind it from the accessibility tree, so only its look can be checked.
    const hidden = { includeHidden: true };
    await expect(page.getByRole('button', { name: paused ? 'Resume' : 'Pause', exact: true, ...hidden })).toBeVisible();
    await expect(stream.waiting).toBeVisible({ visible: paused });
    const table = display === 'table';
    await expect(page.getByRole('switch', { name: 'Table', ...hidden })).toBeChecked({ checked: table });
    await expect(page.locator('canvas')).toBeVisible({ visible: !table });
    await expect(page.getByRole('radio', { name: timeLabel(timeLimit), ...hidden })).toBeChecked();
    const count = set === 0 ? 'Filter' : `Filter (${set})`;
    await expect(page.getByRole('button', { name: count, exact: true, ...hidden })).toBeVisible();
    const groups = `Contacts by ${groupKindNames[groupBy].toLowerCase()}`;
    await expect(page.getByRole('list', { name: groups, ...hidden })).toBeVisible();
    await expect(page.getByText(/hidden by filters$/)).toBeVisible({ visible: set > 0 });
  },
};
