import type { SnapshotFrom } from 'xstate';
import { batchEditMachine } from '../../../src/machines/batch-edit/batch-edit-machine.ts';
import { conflictingIds } from '../../../src/machines/batch-edit/batch-edit-rules.ts';
import { defaultConfig, type Family } from '#model/config/config.ts';
import { maxBatch } from '#model/contract/receiver-config-calls.ts';
import { callback, child, promise, samples } from '../../support/machine-paths.ts';
import { type BatchStage, mine } from './batch-stage.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { messageOf } from './message.ts';

type Snapshot = SnapshotFrom<typeof batchEditMachine>;

/** A value outside the bounds, in dBm. */
const invalid = -200;
const path = 'general.squelch';

const crest = { rxId: 7, alias: 'Crest', model: 0, orion: defaultConfig('orion') };
const gully = { ...crest, rxId: 8, alias: 'Gully' };
const marsh = { rxId: 9, alias: 'Marsh', model: 1, ares: defaultConfig('ares') };
const asOf = { epoch: 'one', revision: 8 };
const all = { asOf, receivers: [crest, gully, marsh] };
const reply = { epoch: 'one', revision: 9, items: [] };
const set = [crest, gully].map(({ rxId, alias }) => ({ rxId, alias, reason: null }));
const partly = set.map((each, at) => (at === 1 ? { ...each, reason: 'It no longer exists' } : each));
const conflict = { value: -70, by: { id: 2, name: 'Grace' }, at: 5, revision: 9 };
const met = set.map((each, at) => (at === 1 ? { ...each, reason: 'Grace has changed this since', conflict } : each));
const broken = { kind: 'server', code: 500, type: 'ServerError' };

const squelchIn = ({ context }: Snapshot) => context.values.general.squelch as number;
const otherFamily = ({ context }: Snapshot): Family => (context.family === 'ares' ? 'orion' : 'ares');
const isAsked = (snapshot: Snapshot) => snapshot.hasTag('asking');
/** Whether the form itself can be used. */
const isAtHand = (snapshot: Snapshot) => snapshot.hasTag('ready') && !isAsked(snapshot) && !snapshot.hasTag('reviewing');

const hasConflict = ({ context }: Snapshot) => conflictingIds(context.results).length > 0;

const begun = ['editRight sends right.changed #0', 'loading done'];
const looked = [...begun, 'editor.change #0', 'batch.review', 'fetchPresent done'];
const anotherRole = 'the machine’s own walk has a role that changes';
const aDefect = 'only a defect of ours can cause it';

/** Several receivers edited together, with every possible outcome (CFG-11). */
export const batchFlow: Flow<typeof batchEditMachine, BatchStage> = {
  machine: batchEditMachine,
  samples: samples({
    machine: batchEditMachine,
    inputs: [
      { mitasId: 'demo', rxIds: all.receivers.map(({ rxId }) => rxId) },
      { mitasId: 'demo', rxIds: Array.from({ length: maxBatch + 1 }, (_, at) => at + 1) },
    ],
    events: {
      'editor.change': (snapshot) => {
        const others = [mine, invalid].filter((value) => value !== squelchIn(snapshot));
        return isAtHand(snapshot) ? others.map((value) => ({ path, value })) : [];
      },
      'batch.choose': (snapshot) => (isAtHand(snapshot) ? [{ path, isChosen: !snapshot.context.chosen.includes(path) }] : []),
      'batch.chooseFamily': (snapshot) => (isAtHand(snapshot) ? [{ family: otherFamily(snapshot) }] : []),
      'batch.pull': (snapshot) => (snapshot.context.family === 'orion' ? [{ rxId: crest.rxId }] : []),
      'batch.review': (snapshot) => (snapshot.hasTag('applied') && !hasConflict(snapshot) ? [] : [{}]),
      'batch.back': {},
      'batch.apply': {},
      // Until the role is known, nothing is shown that could be closed.
      'editor.close': (snapshot) => (snapshot.matches('opening') ? [] : [{}]),
      'editor.stay': {},
      'editor.discard': {},
    },
    actors: {
      // The page knows the person's role before anything else.
      editRight: callback({
        sends: ({ parent }) =>
          (parent as Snapshot).matches('opening')
            ? [
                { type: 'right.changed', mayEdit: true },
                { type: 'right.changed', mayEdit: false },
              ]
            : [],
      }),
      loading: child({ outputs: [{ content: all }] }),
      fetchReceivers: promise({
        outputs({ input }) {
          const { rxIds } = input as { rxIds: readonly number[] };
          if (rxIds.length > 1) return [all];
          if (rxIds.includes(gully.rxId)) return [{ asOf, receivers: [gully] }];
          return [[crest], []].map((receivers) => ({ asOf, receivers }));
        },
      }),
      applyBatch: promise({
        outputs: [
          { ...reply, results: set },
          { ...reply, results: partly },
          { ...reply, results: met },
        ],
        errors: [{ kind: 'network' }, broken],
      }),
      knownTags: child({ outputs: [] }),
      guardPage: callback<never>(),
    },
    systems: ['snackbar'],
    // The stories, each to its end.
    leads: [
      { steps: [...looked, 'batch.apply', 'applyBatch done #0'] },
      { steps: [...looked, 'batch.apply', 'applyBatch failed #0', 'batch.apply', 'applyBatch done #0'] },
      { steps: [...looked, 'batch.apply', 'applyBatch failed #1', 'batch.back', 'batch.choose', 'editor.close'] },
      { steps: [...looked, 'batch.apply', 'applyBatch done #1', 'editor.close'] },
      {
        steps: [
          ...looked,
          'batch.apply',
          'applyBatch done #2',
          'batch.review',
          'fetchPresent done',
          'batch.apply',
          'applyBatch done #0',
        ],
      },
      { steps: [...looked, 'editor.close', 'editor.change', 'batch.review', 'editor.close', 'editor.discard'] },
      {
        steps: [...begun, 'batch.review', 'batch.choose', 'batch.chooseFamily', 'editor.stay', 'batch.pull', 'pullMore done #0'],
      },
      { steps: [...begun, 'batch.choose', 'batch.chooseFamily', 'editor.discard', 'batch.chooseFamily', 'editor.close'] },
      { steps: [...begun, 'batch.pull', 'pullReceiver done #1', 'batch.choose', 'batch.pull', 'pullMore failed'] },
    ],
    serializeState: (snapshot) => {
      const { rxIds, family, chosen, isPullFailed, failure } = snapshot.context;
      return JSON.stringify([snapshot.value, rxIds.length, family, squelchIn(snapshot), chosen, isPullFailed, failure?.kind]);
    },
  }),
  byHand: {
    'batch.chooseFamily': (stage, { family }) => stage.pick(/Model/, family === 'ares' ? /^Ares/ : /^Orion/),
    'editor.change': ({ squelch }, { value }) => squelch.fill(String(value)),
    'batch.choose': async ({ choice }, { isChosen }) => choice.setChecked(isChosen),
    async 'batch.pull'(stage) {
      await stage.pick(/Pull values from/, stage.orions[0].alias);
      await stage.press('Pull');
    },
    'batch.review': (stage) => stage.press(/^Review (changes|again)$/),
    'batch.back': (stage) => stage.press('Back'),
    'batch.apply': (stage) => stage.press('Apply'),
    'editor.close': (stage) => stage.leave(),
    'editor.stay': (stage) => stage.answer('Stay'),
    'editor.discard': (stage) => stage.answer('Discard changes'),
  },
  byTheWorld: {
    'editRight sends right.changed #0': () => Promise.resolve(),
    'editRight sends right.changed #1': () => Promise.resolve(),
    'loading done': ({ calls }) => calls.letGo(),
    'pullReceiver done #0': ({ calls }) => calls.letGo(),
    async 'pullReceiver done #1'(stage) {
      await stage.remove(0);
      await stage.calls.letGo();
    },
    'pullReceiver failed': ({ calls }) => calls.cut(),
    'pullMore done #0': ({ calls }) => calls.letGo(),
    async 'pullMore done #1'(stage) {
      await stage.remove(0);
      await stage.calls.letGo();
    },
    'pullMore failed': ({ calls }) => calls.cut(),
    'fetchPresent done': ({ calls }) => calls.letGo(),
    'fetchPresent failed': ({ calls }) => calls.cut(),
    async 'applyBatch done #0'(stage) {
      await stage.calls.letGo();
      stage.noteApplied();
    },
    async 'applyBatch done #1'(stage) {
      await stage.remove(1);
      await stage.calls.letGo();
      stage.noteApplied();
    },
    async 'applyBatch done #2'(stage) {
      await stage.change(1);
      await stage.calls.letGo();
      stage.noteApplied(1);
    },
    // The host has applied it, but its answer is lost.
    async 'applyBatch failed #0'(stage) {
      await stage.calls.loseAnswer();
      stage.noteApplied();
    },
    'applyBatch failed #1': ({ page, calls, fleet }) =>
      fleet.host.failing(async () => {
        await calls.letGo();
        await expect(messageOf(page)).toContainText('An error occurred');
      }),
  },
  elsewhere: { 'right.changed': 'the page hears of another role when it is loaded again' },
  untaken: {
    'batchEdit · xstate.error.actor.editRight → batchEdit.closed': aDefect,
    'batchEdit · xstate.error.actor.knownTags → (stays)': aDefect,
    'batchEdit.loading · xstate.error.actor.loading → batchEdit.closed': aDefect,
    'batchEdit.open.chosen · xstate.error.actor.guardPage → (stays)': aDefect,
    'batchEdit.readOnly · always [mayEdit] → batchEdit.counting': anotherRole,
    'batchEdit.counting · always [isLoaded] → batchEdit.open': anotherRole,
    'batchEdit.open · always [isBarred] → batchEdit.readOnly': anotherRole,
    'batchEdit.opening · editor.close → batchEdit.closed': 'the role is known before anything can be pressed',
  },
  async shows(stage, snapshot) {
    const { page, dialog, squelch, choice } = stage;
    const { chosen, isPullFailed, failure } = snapshot.context;
    await expect(page.getByRole('alertdialog')).toBeVisible({ visible: isAsked(snapshot) });
    if (snapshot.status === 'done') {
      await expect(dialog).toHaveCount(0);
      await expect(page).not.toHaveURL(/batch=/);
      return stage.expectStored();
    }
    if (snapshot.matches('opening')) return;
    await expect(dialog).toBeVisible();
    const isForm = snapshot.matches('open') && !snapshot.hasTag('reviewing');
    await expect(dialog.getByText(`A batch takes at most ${maxBatch} receivers`)).toBeVisible({
      visible: snapshot.hasTag('tooMany'),
    });
    await expect(dialog.getByText('Your role cannot change receivers')).toBeVisible({ visible: snapshot.hasTag('readOnly') });
    await expect(dialog.getByText(/stays? as (it was|they were):/)).toBeVisible({ visible: snapshot.hasTag('applied') });
    const isBusy = snapshot.hasTag('busy');
    if (snapshot.hasTag('reviewing')) {
      const count = snapshot.context.rxIds.length > 1 ? 2 : 1;
      await expect(dialog.getByText(count === 1 ? '1 of 1 receiver changes' : '2 of 2 receivers change')).toBeVisible();
      await expect(dialog.getByRole('button', { name: isBusy ? 'Applying…' : 'Apply' })).toBeEnabled({ enabled: !isBusy });
      await expect(dialog.getByRole('alert')).toHaveCount(failure === null ? 0 : 1);
    }
    await expect(squelch).toBeVisible({ visible: isForm });
    if (!isForm) return;
    await expect(squelch).toHaveValue(new RegExp(`^[-−]${Math.abs(squelchIn(snapshot))}$`));
    await expect(squelch).toBeEnabled({ enabled: !isBusy });
    await expect(choice).toBeChecked({ checked: chosen.includes(path) });
    const pullFailure = dialog.getByText('An error occurred pulling this receivers values, try refreshing');
    await expect(pullFailure).toBeVisible({ visible: isPullFailed });
  },
};
