import { fromPromise } from 'xstate';
import type { Services } from '../../browser-services.ts';
import { keptDrafts } from '../../machines/receiver-editor/kept-drafts.ts';
import { receiverDialogsMachine } from '../../machines/receiver-editor/receiver-dialogs-machine.ts';
import { repeatableChanges } from '../../machines/receiver-editor/repeatable-changes.ts';
import { withAskedEdit } from '../../model/config/editor-address.ts';

/** The dialogs over the page of receivers, with what brings each of them when it first opens. */
export function receiverDialogs(services: Services): typeof receiverDialogsMachine {
  const { addressBar } = services;
  const store = keptDrafts();
  const change = repeatableChanges();
  return receiverDialogsMachine.provide({
    actors: {
      loadUnit: fromPromise(async ({ input: { asked } }) =>
        asked?.kind === 'batch'
          ? (await import('./batch-edit.ts')).batchEdit(services, change)
          : (await import('./receiver-editor.ts')).receiverEditor(services, change),
      ),
    },
    actions: {
      recallKept: ({ self }) => self.send({ type: 'kept.recalled', kept: store.recall() }),
      rememberKept: (_, { kept }) => store.remember(kept),
      writeAddress: (_, { asked }) => {
        const { pathname, search } = addressBar.current();
        addressBar.go(`${pathname}${withAskedEdit(search, asked)}`, asked === null ? 'replace' : 'push');
      },
    },
  });
}
