import type { SnapshotFrom } from 'xstate';
import { receiverEditorMachine } from '../../../src/machines/receiver-editor/receiver-editor-machine.ts';
import { configFile } from '#model/receiver-editor/config-file.ts';
import { openedFrom } from '#model/receiver-editor/draft.ts';
import { openedReceiver, receiverReply } from '../../support/config-samples.ts';
import { callback, child, promise, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import { atFirst, type EditorStage, mine, theirs } from './editor-stage.ts';
import type { Flow } from './flow.ts';
import { messageOf } from './message.ts';

type Snapshot = SnapshotFrom<typeof receiverEditorMachine>;

/** A value outside the bounds, in dBm. */
const invalid = -200;

const opened = openedReceiver();
const setByOthers = openedFrom(receiverReply({ revision: 9, settings: { 'general.squelch': theirs } }));
/** Another person set it and undid that. */
const takenBack = openedFrom(receiverReply({ revision: 10 }));
const { config: withMine } = openedReceiver({ settings: { 'general.squelch': mine } }).draft;
const reply = { epoch: 'one', revision: 11, items: [] };
const conflict = {
  kind: 'server',
  code: 409,
  type: 'Conflict',
  field: 'orion.general.squelch',
  conflict: { value: theirs, by: { id: 2, name: 'Robin Field' }, at: 5, revision: 9 },
};
const broken = { kind: 'server', code: 500, type: 'ServerError' };
/** Values of an earlier save that failed. */
const kept = {
  rxId: 7,
  opened,
  draft: { ...opened.draft, config: withMine },
};

/** A person chooses the file in the page's own file chooser. */
const file = { name: 'configuration.json', size: 2, text: () => Promise.resolve('{}') };

const squelchIn = ({ config }: { config: unknown }) => (config as { general: { squelch: number | null } }).general.squelch;
/** Whether a question is open over the editor, so that nothing else can be reached. */
const isAsked = (snapshot: Snapshot) => snapshot.hasTag('asking') || snapshot.hasTag('conflict');
/** Kept values add only their own outcomes; everything else is as in any other edit. */
const mayEdit = (snapshot: Snapshot) => snapshot.context.mayEdit && snapshot.context.kept === null && !isAsked(snapshot);

const changed = ['editRight sends', 'loading done', 'editor.change #0'];
const refused = [...changed, 'editor.save', 'saveReceiver failed #1'];

const aDefect = 'only a defect of ours can cause it';
const anotherRole = 'a Viewer’s: receiver-editor.e2e.ts';

/** The editor of one receiver, with every possible outcome (CFG-1, CFG-8). */
export const editorFlow: Flow<typeof receiverEditorMachine, EditorStage> = {
  machine: receiverEditorMachine,
  samples: samples({
    machine: receiverEditorMachine,
    inputs: [
      { mitasId: 'demo', rxId: 7, search: '', kept: null },
      { mitasId: 'demo', rxId: 7, search: '', kept },
    ],
    events: {
      'editor.change': (snapshot) => {
        const { draft } = snapshot.context;
        if (draft === null || !mayEdit(snapshot) || snapshot.hasTag('busy')) return [];
        const others = [mine, atFirst, invalid].filter((value) => value !== squelchIn(draft));
        return others.map((value) => ({ path: 'general.squelch', value }));
      },
      'editor.take': (snapshot) => (mayEdit(snapshot) && !snapshot.hasTag('busy') ? [{ config: withMine }] : []),
      'editor.export': (snapshot) => (mayEdit(snapshot) ? [{}] : []),
      'editor.import': (snapshot) => (mayEdit(snapshot) ? [{ file }] : []),
      'editor.save': (snapshot) => (snapshot.context.mayEdit ? [{}] : []),
      'editor.close': (snapshot) => (mayEdit(snapshot) ? [{}] : []),
      'editor.stay': {},
      'editor.discard': {},
      'editor.reload': {},
      'editor.overwrite': {},
    },
    actors: {
      // The page knows the person's role before anything else.
      editRight: callback({
        sends: ({ parent }) => ((parent as Snapshot).context.mayEdit ? [] : [{ type: 'right.changed', mayEdit: true }]),
      }),
      loading: child({ outputs: ({ parent }) => ((parent as Snapshot).context.mayEdit ? [{ content: opened }] : []) }),
      fetchReceiver: promise({ outputs: [setByOthers, takenBack] }),
      saveReceiver: promise({
        outputs: [reply],
        errors: ({ parent }) => ((parent as Snapshot).context.kept === null ? [{ kind: 'network' }, conflict, broken] : []),
      }),
      knownTags: child({ outputs: [] }),
      readFile: promise({
        outputs: [
          { ok: true as const, value: withMine },
          { ok: false as const, reason: 'This is not a receiver configuration' },
        ],
        errors: [],
      }),
      versions: child({ outputs: [] }),
      guardPage: callback<never>(),
    },
    systems: ['snackbar', 'fileExport', 'journal'],
    // The stories, each to its end.
    leads: [
      { steps: [...changed, 'editor.save', 'saveReceiver failed #2'] },
      { steps: [...refused, 'fetchPresent done #0', 'editor.overwrite', 'saveReceiver done'] },
      { steps: [...refused, 'fetchPresent done #0', 'editor.reload', 'editor.close'] },
      {
        steps: [
          ...refused,
          'fetchPresent done #0',
          'editor.stay',
          'editor.save',
          'saveReceiver failed #1',
          'fetchPresent done #0',
          'editor.overwrite',
        ],
      },
      { steps: [...refused, 'fetchPresent done #1', 'saveReceiver done'] },
      { steps: [...changed, 'editor.save', 'saveReceiver done'] },
      { steps: ['editRight sends', 'loading done', 'editor.import', 'readFile done #0', 'editor.save', 'saveReceiver done'] },
      { steps: ['editRight sends', 'loading done', 'editor.take', 'editor.save', 'saveReceiver done'] },
      { input: 1, steps: ['editRight sends', 'editor.save', 'saveReceiver done'] },
    ],
    serializeState: ({ value, context: { opened: seen, draft, question, attempts, mayEdit: isAllowed } }) =>
      JSON.stringify([
        value,
        isAllowed,
        seen?.asOf.revision,
        draft && squelchIn(draft),
        question?.conflicts.length,
        Math.min(attempts, 1),
      ]),
  }),
  byHand: {
    'editor.change': ({ squelch }, { value }) => squelch.fill(String(value)),
    async 'editor.take'({ page, editor }) {
      await editor.getByRole('button', { name: 'Versions' }).click();
      const versions = page.getByRole('dialog', { name: 'Saved versions' });
      // The newest version is the receiver's current one.
      await versions
        .getByRole('button', { name: /^Open the version of/ })
        .nth(1)
        .click();
      await versions.getByRole('button', { name: 'Copy to the editor' }).click();
      await expect(versions).toHaveCount(0);
    },
    async 'editor.export'({ page, editor, alias }) {
      const download = page.waitForEvent('download');
      await editor.getByRole('button', { name: 'Export' }).click();
      expect((await download).suggestedFilename()).toBe(`${alias} configuration.json`);
    },
    // The file is chosen in the step that decides its contents.
    async 'editor.import'(stage) {
      const chooser = stage.page.waitForEvent('filechooser');
      await stage.editor.getByRole('button', { name: 'Import' }).click();
      stage.chooser = await chooser;
    },
    'editor.save': (stage) => stage.save(),
    'editor.close': (stage) => stage.leave(),
    'editor.stay': (stage) => stage.answer(/^(Stay|Keep editing)$/),
    'editor.discard': (stage) => stage.answer('Discard changes'),
    'editor.reload': (stage) => stage.answer('Reload'),
    'editor.overwrite': (stage) => stage.answer('Overwrite'),
  },
  byTheWorld: {
    'editRight sends right.changed': () => Promise.resolve(),
    async 'loading done'(stage) {
      await stage.calls.letGo();
      await stage.showSquelch();
    },
    'fetchPresent done #0': ({ calls }) => calls.letGo(),
    'fetchPresent done #1': (stage) => stage.answerAfter(atFirst),
    'fetchPresent failed': ({ calls }) => calls.cut(),
    async 'saveReceiver done'(stage, { context: { draft } }) {
      await stage.calls.letGo();
      stage.stands = draft === null ? stage.stands : (squelchIn(draft) ?? stage.stands);
    },
    'saveReceiver failed #0': ({ calls }) => calls.cut(),
    'saveReceiver failed #1': (stage) => stage.answerAfter(theirs),
    'saveReceiver failed #2': ({ page, calls, fleet }) =>
      fleet.host.failing(async () => {
        await calls.letGo();
        await expect(messageOf(page)).toContainText('is not saved: An error occurred');
      }),
    'readFile done #0': (stage) => stage.choose(configFile(stage.alias, 'orion', withMine).parts.join('')),
    async 'readFile done #1'(stage) {
      await stage.choose('{}');
      await expect(stage.editor).toContainText('This is not a receiver configuration');
    },
  },
  elsewhere: { 'right.changed': 'the page hears of another role when it is loaded again: receiver-editor.e2e.ts has a Viewer' },
  untaken: {
    'receiverEditor · xstate.error.actor.editRight → receiverEditor.closed': aDefect,
    'receiverEditor.loading · xstate.error.actor.loading → receiverEditor.closed': aDefect,
    'receiverEditor.open.readOnly · always [mayEdit] → receiverEditor.open.unchanged': anotherRole,
    'receiverEditor.open.readOnly · editor.close → receiverEditor.closed': anotherRole,
    'receiverEditor.open.changed.barred · editor.close → receiverEditor.open.changed.asking': anotherRole,
    'receiverEditor.open.unchanged · always [mayNotEdit] → receiverEditor.open.readOnly': anotherRole,
    'receiverEditor · xstate.error.actor.knownTags → (stays)': aDefect,
    'receiverEditor · xstate.error.actor.versions → (stays)': aDefect,
    'receiverEditor.open.changed · xstate.error.actor.guardPage → (stays)': aDefect,
    'receiverEditor.open.importing · xstate.error.actor.readFile → receiverEditor.open.unchanged':
      'a file that goes between its choice and its reading: the machine’s own walk has it',
  },
  async shows(stage, snapshot) {
    const { page, editor, squelch } = stage;
    const { draft, kept: values } = snapshot.context;
    stage.isSaving = 'saveReceiver' in snapshot.children;
    await expect(page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })).toBeVisible({
      visible: snapshot.hasTag('asking'),
    });
    await expect(page.getByRole('alertdialog', { name: 'Changed since you opened it' })).toBeVisible({
      visible: snapshot.hasTag('conflict'),
    });
    if (snapshot.status === 'done') {
      await expect(editor).toHaveCount(0);
      await expect(page).not.toHaveURL(/edit=/);
      if (values !== null) await expect(messageOf(page).getByRole('button', { name: 'Open with my values' })).toBeVisible();
      await expect.poll(() => stage.fleet.colleague.squelchOf(stage.rxId), { message: 'what the host holds' }).toBe(stage.stands);
      return;
    }
    await expect(editor.getByRole('status', { name: 'Loading the configuration' })).toBeVisible({ visible: draft === null });
    if (draft === null) return;
    const value = squelchIn(draft);
    // As typed, or as the page formats it.
    await expect(squelch).toHaveValue(new RegExp(`^[-−]${Math.abs(value ?? 0)}$`));
    // A chosen file is read at once.
    if ('readFile' in snapshot.children) return;
    const isBusy = snapshot.hasTag('busy');
    const save = editor.getByRole('button', { name: isBusy ? 'Saving…' : 'Save', includeHidden: true });
    await expect(save).toBeEnabled({ enabled: !isBusy });
    await expect(editor.getByText('Between −135 and −57 dBm, a whole number')).toBeVisible({ visible: value === invalid });
    await expect(editor.getByText('These are your values that could not be saved.')).toBeVisible({
      visible: values !== null,
    });
  },
};
