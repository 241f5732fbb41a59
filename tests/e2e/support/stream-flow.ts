import type { SnapshotFrom } from 'xstate';
import { liveStreamMachine } from '../../../src/machines/live-stream/live-stream-machine.ts';
import { groupKindNames } from '#model/live/group-looks.ts';
import { type ContactFilters, groupKinds, noFilters, timeLimits } from '#model/live/live-settings.ts';
import { callback, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import type { StreamPage } from './stream-page.ts';

type Snapshot = SnapshotFrom<typeof liveStreamMachine>;

const streaming = (snapshot: Snapshot) => snapshot.matches({ line: { watched: 'streaming' } });
/** The dialog is modal: while it is open nothing else can be reached. */
const atHand = (snapshot: Snapshot) => streaming(snapshot) && snapshot.matches({ filters: 'closed' });
const inDialog = (snapshot: Snapshot) => streaming(snapshot) && snapshot.matches({ filters: 'open' });
const onlyAntenna1: ContactFilters = { ...noFilters, ant: [1] };

const dialogOf = ({ page }: StreamPage) => page.getByRole('dialog', { name: 'Filter contacts' });
const timeLabel = (limit: number) => timeLimits.find(({ ms }) => ms === limit)?.label ?? '';

/** What a person does on the live stream while its line is up; it must hold contacts of antennas 1 and 2. */
export const streamFlow: Flow<typeof liveStreamMachine, StreamPage> = {
  machine: liveStreamMachine,
  samples: samples({
    machine: liveStreamMachine,
    inputs: [{ now: () => 1_700_000_000_000 }],
    events: {
      'stream.pause': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'stream.resume': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'grouping.choose': (snapshot) =>
        groupKinds.filter((kind) => atHand(snapshot) && kind !== snapshot.context.groupBy).map((groupBy) => ({ groupBy })),
      'timeLimit.choose': (snapshot) =>
        timeLimits.filter(({ ms }) => atHand(snapshot) && ms !== snapshot.context.timeLimit).map(({ ms }) => ({ timeLimit: ms })),
      'table.open': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'table.close': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'filters.open': (snapshot) => (atHand(snapshot) ? [{}] : []),
      'filters.close': (snapshot) => (inDialog(snapshot) ? [{}] : []),
      'filters.apply': (snapshot) => (inDialog(snapshot) ? [{ filters: onlyAntenna1 }, { filters: noFilters }] : []),
    },
    actors: { lineNews: callback({ sends: [{ type: 'line.opened' }] }) },
    systems: ['contactWindow'],
    leads: [
      {
        steps: [
          'lineNews sends line.opened',
          'filters.open',
          'filters.apply #0',
          'filters.open',
          'filters.apply #1',
          'filters.open',
          'filters.close',
        ],
      },
      { steps: ['lineNews sends line.opened', 'stream.pause', 'filters.open', 'filters.apply #0', 'stream.resume'] },
    ],
  }),
  byHand: {
    'stream.pause': ({ page }) => page.getByRole('button', { name: 'Pause' }).click(),
    'stream.resume': ({ page }) => page.getByRole('button', { name: 'Resume' }).click(),
    'grouping.choose': (stream, { groupBy }) => stream.groupBy(groupKindNames[groupBy]),
    'timeLimit.choose': (stream, { timeLimit }) => stream.showLast(timeLabel(timeLimit)),
    'table.open': ({ page }) => page.getByRole('switch', { name: 'Table' }).click(),
    'table.close': ({ page }) => page.getByRole('switch', { name: 'Table' }).click(),
    'filters.open': async (stream) => void (await stream.openFilters()),
    'filters.close': ({ page }) => page.keyboard.press('Escape'),
    async 'filters.apply'(stream, { filters }) {
      const dialog = dialogOf(stream);
      await dialog.getByRole('button', { name: 'Clear all' }).click();
      for (const antenna of filters.ant) await dialog.getByRole('checkbox', { name: `Antenna ${antenna}`, exact: true }).check();
      await dialog.getByRole('button', { name: 'Apply' }).click();
    },
  },
  byTheWorld: { 'lineNews sends line.opened': (stream) => stream.isStreaming() },
  elsewhere: {
    'stream.retry': 'wants a line that was given up: line.e2e.ts',
    'line.opened': 'told by the socket',
    'line.lost': 'told by the socket: line.e2e.ts',
    'line.silent': 'told by the socket: line.e2e.ts, standstill.e2e.ts',
    'line.failed': 'told by the socket: line.e2e.ts',
  },
  untaken: {
    'liveStream.line.watched · xstate.error.actor.lineNews → liveStream.line.unwatched':
      'only a defect of ours ends what listens',
  },
  async shows(stream, snapshot) {
    const { page } = stream;
    const { groupBy, timeLimit, contactFilters } = snapshot.context;
    const set = Object.values(contactFilters).flat().length;
    const open = snapshot.matches({ filters: 'open' });
    const paused = snapshot.matches({ playback: 'paused' });
    await expect(dialogOf(stream)).toBeVisible({ visible: open });
    // An open dialog hides the page behind it from the accessibility tree, so that only its looks can be told.
    const hidden = { includeHidden: true };
    await expect(page.getByRole('button', { name: paused ? 'Resume' : 'Pause', exact: true, ...hidden })).toBeVisible();
    await expect(stream.waiting).toBeVisible({ visible: paused });
    const table = snapshot.matches({ display: 'table' });
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
