import { expect } from 'vitest';
import { assign, setup } from 'xstate';
import type { ReceiverEditorOutput } from '../../src/machines/receiver-editor/receiver-editor-events.ts';
import { type DialogUnit, receiverDialogsMachine } from '../../src/machines/receiver-editor/receiver-dialogs-machine.ts';
import { openedReceiver } from '../support/config-samples.ts';
import { promise, samples } from '../support/machine-paths.ts';

const opened = openedReceiver();
const kept = { rxId: 7, opened, draft: opened.draft };

/** Returns a dialog with unsaved changes and this reaction to a request to close. */
function dialog(onClose: 'ends' | 'keeps' | 'stays' | 'fails'): DialogUnit {
  const actor = setup({
    types: { events: {} as { type: 'editor.close' }, output: {} as ReceiverEditorOutput, context: {} as ReceiverEditorOutput },
    actions: {
      keep: assign({ kept }),
      fail: () => {
        throw new Error('a defect of the dialog');
      },
    },
  }).createMachine({
    id: 'dialog',
    context: { kept: null },
    output: ({ context }) => context,
    initial: 'open',
    states: {
      open: {
        tags: 'unsaved',
        on: {
          'editor.close':
            onClose === 'ends'
              ? 'ended'
              : onClose === 'keeps'
                ? { target: 'ended', actions: 'keep' }
                : { actions: onClose === 'fails' ? 'fail' : [] },
        },
      },
      ended: { type: 'final' },
    },
  });
  return { actor, view: onClose };
}

/** A dialog without changes. */
const clean: DialogUnit = { actor: setup({}).createMachine({ id: 'clean' }), view: 'clean' };

export default samples({
  machine: receiverDialogsMachine.provide({ actions: { writeAddress: () => {}, recallKept: () => {}, rememberKept: () => {} } }),
  inputs: [
    { mitasId: 'demo', search: '' },
    { mitasId: 'demo', search: '?edit=7' },
  ],
  events: {
    'place.changed': [{ search: '?edit=7' }, { search: '?selected=7,8&batch=1' }, { search: '' }],
    'dialogs.close': {},
    'dialogs.again': {},
    'kept.recalled': { kept: { 7: kept } },
  },
  actors: {
    loadUnit: promise({ outputs: [dialog('ends'), dialog('keeps'), dialog('stays'), dialog('fails'), clean] }),
  },
  serializeState: ({ value, context: { asked, unit, kept: values, wanted } }) =>
    JSON.stringify([value, asked, unit?.view, Object.keys(values), wanted]),
  invariant: ({ snapshot }) => {
    const { actor, asked } = snapshot.context;
    expect(actor !== null, 'there is an actor while a dialog is open').toBe(snapshot.hasTag('open'));
    if (snapshot.hasTag('open')) expect(asked).not.toBeNull();
  },
});
