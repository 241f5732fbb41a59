import { fromPromise } from 'xstate';
import type { Services } from '../../services/ports.ts';
import { keptDrafts } from '../../machines/receiver-editor/kept-drafts.ts';
import { type DialogUnit, receiverDialogsMachine } from '../../machines/receiver-editor/receiver-dialogs-machine.ts';
import { repeatableChanges } from '../../machines/receiver-editor/repeatable-changes.ts';
import { withAskedEdit } from '../../model/receiver-editor/editor-address.ts';

/** Returns the machine of the dialogs over the receivers' page; each dialog loads on first use. */
export function receiverDialogs(services: Services): typeof receiverDialogsMachine {
  const { addressBar } = services;
  const store = keptDrafts();
  const change = repeatableChanges();
  // The view loads with its machine and without `later`, so that it is ready before data is requested
  // (SPEED-12).
  const batchUnit = async (): Promise<DialogUnit> => {
    const [{ batchEdit }, { default: view }] = await Promise.all([
      import('./batch-edit.ts'),
      import('../../views/batch-edit/batch-edit-dialog.tsx'),
    ]);
    return { actor: batchEdit(services, change), view };
  };
  const editorUnit = async (): Promise<DialogUnit> => {
    const [{ receiverEditor }, { default: view }] = await Promise.all([
      import('./receiver-editor.ts'),
      import('../../views/receiver-editor/receiver-editor-dialog.tsx'),
    ]);
    return { actor: receiverEditor(services, change), view };
  };
  return receiverDialogsMachine.provide({
    actors: {
      loadUnit: fromPromise(({ input: { asked } }) => (asked?.kind === 'batch' ? batchUnit() : editorUnit())),
    },
    actions: {
      recallKept: ({ self }) => self.send({ type: 'kept.recalled', kept: store.recall() }),
      rememberKept: (_, { kept }) => store.remember(kept),
      writeAddress: (_, { asked }) => {
        const { pathname, search } = addressBar.current();
        addressBar.go(`${pathname}${withAskedEdit(search, asked)}`, asked === null ? 'leave' : 'push');
      },
    },
  });
}
