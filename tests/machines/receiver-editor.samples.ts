import { expect } from 'vitest';
import { openedFrom } from '#model/receiver-editor/draft.ts';
import { receiverEditorMachine } from '../../src/machines/receiver-editor/receiver-editor-machine.ts';
import { openedReceiver, receiverReply } from '../support/config-samples.ts';
import { callback, child, promise, samples } from '../support/machine-paths.ts';

const opened = openedReceiver();
/** Another person has set a squelch, which is changed here too, or a calibration gain, which is not. */
const otherSquelch = openedFrom(receiverReply({ revision: 9, settings: { 'general.squelch': -100 } }));
const otherCalibration = openedFrom(receiverReply({ revision: 9, settings: { 'advanced.calibrationOffset': -125 } }));
const conflict = {
  kind: 'server',
  code: 409,
  type: 'Conflict',
  field: 'orion.general.squelch',
  conflict: { value: -100, by: { id: 2, name: 'Grace' }, at: 5, revision: 9 },
};
const inUse = { kind: 'server', code: 409, type: 'Conflict', message: "There is a receiver 'Ridge' already" };
const kept = { rxId: 7, opened, draft: { ...opened.draft, basic: { ...opened.draft.basic, alias: 'Ridge' } } };

export default samples({
  machine: receiverEditorMachine,
  inputs: [
    { mitasId: 'demo', rxId: 7, search: '', kept: null },
    { mitasId: 'demo', rxId: 7, search: '', kept },
  ],
  events: {
    'editor.change': ({ context }) =>
      context.draft === null
        ? []
        : [
            { path: 'general.squelch', value: -90 },
            { path: 'general.squelch', value: -110 },
            { path: 'general.squelch', value: null },
          ],
    'editor.take': ({ context }) =>
      context.draft === null ? [] : [{ config: openedReceiver({ settings: { 'general.squelch': -90 } }).draft.config }],
    'editor.export': {},
    'editor.import': { file: { name: 'a.json', size: 2, text: () => Promise.resolve('{}') } },
    'editor.save': {},
    'editor.close': {},
    'editor.stay': {},
    'editor.discard': {},
    'editor.reload': {},
    'editor.overwrite': {},
  },
  actors: {
    loading: child({ outputs: [{ content: opened }], errors: [new Error('a defect of the loading')] }),
    editRight: callback({
      sends: [
        { type: 'right.changed', mayEdit: true },
        { type: 'right.changed', mayEdit: false },
      ],
      errors: [new Error('no journal')],
    }),
    fetchReceiver: promise({ outputs: [opened, otherSquelch, otherCalibration] }),
    saveReceiver: promise({
      outputs: [
        { epoch: 'one', revision: 10, items: [] },
        { epoch: 'one', revision: 10, items: [{ kind: 'a.newer', unknown: true as const }] },
      ],
      errors: [{ kind: 'network' }, conflict, inUse],
    }),
    knownTags: child({ outputs: [], errors: [new Error('a defect of the transmitters')] }),
    readFile: promise({
      outputs: [
        { ok: true as const, value: openedReceiver({ settings: { 'general.squelch': -90 } }).draft.config },
        { ok: false as const, reason: 'This is not a receiver configuration' },
      ],
      errors: [new Error('gone from the disk')],
    }),
    versions: child({ outputs: [], errors: [new Error('a defect of the list')] }),
    guardPage: callback({ errors: [new Error('no window')] }),
  },
  systems: ['snackbar', 'fileExport', 'journal'],
  serializeState: ({ value, context: { opened: seen, draft, failure, question, attempts, mayEdit } }) =>
    JSON.stringify([
      value,
      seen?.asOf.revision,
      draft?.basic.alias,
      (draft?.config as { general?: { squelch: number } } | undefined)?.general?.squelch,
      failure?.kind,
      question?.conflicts.length,
      Math.min(attempts, 1),
      mayEdit,
    ]),
  invariant: ({ snapshot }) => {
    const { draft, question, kept: values } = snapshot.context;
    if (snapshot.matches('open')) expect(draft).not.toBeNull();
    if (snapshot.hasTag('readOnly')) expect(snapshot.context.mayEdit).toBe(false);
    if (snapshot.hasTag('conflict')) expect(question?.conflicts).not.toEqual([]);
    if (snapshot.matches('refused')) expect(values?.draft, 'what could not be saved is kept').toEqual(draft);
    if (snapshot.matches('closed')) expect(values).toBeNull();
  },
});
