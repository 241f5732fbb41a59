import type { Locator, Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { type RegistryDone, registryMachine } from '../../../src/machines/registry/registry-machine.ts';
import { promise, samples } from '../../support/machine-paths.ts';
import { leaveDialog } from './discard.ts';
import type { Field } from './field.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import { visit } from './steps.ts';
import { stock, Tags } from './tags-page.ts';

type Snapshot = SnapshotFrom<typeof registryMachine>;
type Shape = {
  path: string;
  title: string;
  add: string;
  /** The name of its dialogs, and the row that is edited and deleted. */
  dialog: string;
  row: string;
  /** Fills the form of a new row, and changes something in an existing one. */
  fill: (page: Page, dialog: Locator) => Promise<void>;
  change: (dialog: Locator, turn: number) => Promise<void>;
};

/** The page of a registry with a row in it; calls that change something wait. */
export type RegistryStage = { page: Page; shape: Shape; asked: HeldCalls; turn: number };

async function typeInto(dialog: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = dialog.locator('input').and(dialog.getByLabel(label, { exact: true }));
    await field.fill(text);
    await field.blur();
  }
}

let made = 0;

export const registryShapes: readonly Shape[] = [
  {
    path: 'animals/database',
    title: 'Animals',
    add: 'Add animal',
    dialog: 'Animal',
    row: 'Lou',
    fill: (_, dialog) => typeInto(dialog, { Name: 'Kim', Species: 'Steelhead', 'Weight (g)': '900', 'Age (days)': '700' }),
    change: (dialog, turn) => typeInto(dialog, { 'Weight (g)': String(1_000 + turn) }),
  },
  {
    path: 'transmitters/database',
    title: 'Transmitters',
    add: 'Add transmitter',
    dialog: 'Transmitter',
    row: 'TX-0002',
    fill: (_, dialog) =>
      typeInto(dialog, {
        'Serial Number': `TX-9${String((made += 1)).padStart(4, '0')}`,
        'Model Number': 'NTF-6-2',
        'Frequency (MHz)': '151',
        'Code Number': '77',
        'Emit interval (ms)': '5000',
      }),
    change: (dialog, turn) => typeInto(dialog, { 'Emit interval (ms)': String(5_000 + turn) }),
  },
  {
    path: 'animals/tags',
    title: 'Tags',
    add: 'Add tag',
    dialog: 'Tagged Animal',
    row: 'Sam',
    async fill(page) {
      const tags = new Tags(page);
      await tags.choose('Animal', 'Lou');
      await tags.choose('Transmitter', 'TX-0002');
    },
    change: (dialog) => dialog.getByRole('button', { name: 'Retrieve now' }).click(),
  },
];

export async function openRegistry(page: Page, field: Field, shape: Shape): Promise<RegistryStage> {
  const { colleague, animals, transmitters } = await stock(field);
  if (shape.title === 'Tags') {
    const nowhere = { releaseLatitude: null, releaseLongitude: null, retrieveLatitude: null, retrieveLongitude: null };
    const times = { releaseTime: '2026-05-01 12:00:00', retrieveTime: null };
    const tagData = { AnimalId: animals[0], TransmitterId: transmitters[0], ...times, ...nowhere };
    await colleague.call('POST', '/tags', { tagData });
  }
  await visit(page, `/dashboard/${field.mitasId}/${shape.path}`);
  await expect(page.getByRole('grid', { name: shape.title })).toBeVisible();
  return { page, shape, asked: await HeldCalls.thatChange(page), turn: 0 };
}

const rowOf = ({ page, shape }: RegistryStage): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: shape.row, exact: true }) });
const formOf = ({ page, shape }: RegistryStage): Locator =>
  page.getByRole('dialog', { name: new RegExp(`^(Create|Update) ${shape.dialog}$`) });
const questionOf = ({ page }: RegistryStage): Locator => page.getByRole('alertdialog');
const done = { message: 'Done', made: null };

/** Rows are created, updated and deleted, with every possible outcome (REG-16). */
export const registryFlow: Flow<typeof registryMachine, RegistryStage> = {
  machine: registryMachine,
  samples: samples({
    machine: registryMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'row.new': {},
      'row.edit': { id: 1, seen: { epoch: 'one', revision: 7 } },
      'row.change': [],
      'form.submit': { values: {} },
      'rows.remove': { ids: [1] },
      'remove.confirm': {},
      'dialog.close': {},
      'place.changed': [],
    },
    actors: {
      saveRow: promise<RegistryDone>({ outputs: [done] }),
      removeRows: promise<RegistryDone>({ outputs: [done] }),
    },
    systems: ['snackbar'],
    leads: [
      {
        steps: [
          'row.new',
          'dialog.close',
          'row.new',
          'form.submit',
          'saveRow failed',
          'form.submit',
          'saveRow done',
          'row.edit',
          'form.submit',
          'saveRow failed',
          'dialog.close',
          'rows.remove',
          'dialog.close',
          'rows.remove',
          'remove.confirm',
          'removeRows failed',
          'remove.confirm',
          'removeRows done',
        ],
      },
    ],
    serializeState: ({ value, context: { failure, row } }) => JSON.stringify([value, failure, row.id === null]),
  }),
  byHand: {
    'row.new': ({ page, shape }) => page.getByRole('button', { name: shape.add }).click(),
    'row.edit': ({ page, shape }) => page.getByRole('button', { name: `Edit ${shape.row}` }).click(),
    async 'form.submit'(stage) {
      const form = formOf(stage);
      const send = form.getByRole('button', { name: /^(Create|Update)$/ });
      if ((await send.textContent()) === 'Update') await stage.shape.change(form, (stage.turn += 1));
      else if ((await send.getAttribute('aria-disabled')) === 'true') await stage.shape.fill(stage.page, form);
      await send.click();
    },
    async 'rows.remove'(stage) {
      const row = rowOf(stage);
      if (!(await row.getByRole('checkbox').isChecked())) await row.locator('label').first().click();
      await stage.page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    },
    'remove.confirm': (stage) => questionOf(stage).getByRole('button', { name: 'Delete' }).click(),
    'dialog.close': ({ page }) => leaveDialog(page, () => page.getByRole('button', { name: 'Cancel' }).click()),
  },
  byTheWorld: {
    'saveRow failed': ({ asked }) => asked.cut(),
    'saveRow done': ({ asked }) => asked.letGo(),
    'removeRows failed': ({ asked }) => asked.cut(),
    'removeRows done': ({ asked }) => asked.letGo(),
  },
  elsewhere: { 'row.change': 'roles of collaborators are changed so' },
  untaken: {
    'registry.browsing.marking · xstate.after.mark.registry.browsing.marking → registry.browsing.plain':
      'it comes by the clock, and the mark goes',
    'registry.changing · xstate.done.actor.changeRow → registry.browsing': 'roles of collaborators are changed so',
    'registry.changing · xstate.error.actor.changeRow → registry.browsing': 'roles of collaborators are changed so',
  },
  async shows(stage, snapshot: Snapshot) {
    const [isForm, isRemoval] = [snapshot.hasTag('form'), snapshot.hasTag('removal')];
    await expect(formOf(stage)).toHaveCount(isForm ? 1 : 0);
    await expect(questionOf(stage)).toHaveCount(isRemoval ? 1 : 0);
    if (!isForm && !isRemoval) return;
    const dialog = isForm ? formOf(stage) : questionOf(stage);
    await expect(dialog.getByRole('alert')).toHaveCount(snapshot.hasTag('failed') ? 1 : 0);
  },
};
