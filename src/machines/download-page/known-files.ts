import { type EventObject, fromCallback } from 'xstate';
import { dumpFilesIn, dumpFilesModel } from '../../model/journal/screen-models/dump-files.ts';
import { journalIn } from '../journal/journal-actor.ts';
import { selectModel } from '../journal/journal-selectors.ts';
import type { CallbackLogic, NoInput } from '../support/not-provided.ts';
import type { FilesKnown } from './download-page-events.ts';

/** Reports the data files once they are loaded, and whenever they change. */
export const knownFiles: CallbackLogic<EventObject, NoInput, FilesKnown> = fromCallback(({ system, sendBack }) => {
  const journal = journalIn(system);
  let reported: unknown = null;
  const report = (): void => {
    const model = selectModel(journal.getSnapshot(), dumpFilesModel);
    const files = model === undefined ? null : dumpFilesIn(model);
    if (files === null || files === reported) return;
    reported = files;
    sendBack({ type: 'files.known', files } satisfies FilesKnown);
  };
  report();
  const watch = journal.subscribe({ next: report, error: () => {} });
  return () => watch.unsubscribe();
});
