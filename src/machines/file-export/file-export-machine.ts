import { type ActorRefFrom, type AnyActorRef, setup } from 'xstate';
import { FailureError, failureText, toFailure } from '../../model/contract/failure.ts';
import type { ExportFile } from '../../services/ports.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';

/** The systemId of the one export of a session. */
const fileExportId = 'fileExport';

export type FileOrder = { file: ExportFile };

export type FileExportEvent =
  /** The person wants a file of what is shown. */
  | ({ type: 'file.save' } & FileOrder)
  /** It takes too long. */
  | { type: 'file.cancel' };

/**
 * Files made in the page (LIVE-13, FILE-4): one at a time, made beside the drawing, with a message on
 * failure.
 */
export const fileExportMachine = setup({
  types: {
    events: {} as FileExportEvent,
    tags: {} as 'busy' | 'ready',
  },
  actors: { saveFile: notProvided<void, FileOrder>() },
  actions: {
    notifyFailed: notify((_, __, { error }: { error: unknown }) => ({ message: reasonOf(error), variant: 'error' })),
  },
}).createMachine({
  id: 'fileExport',
  initial: 'idle',
  states: {
    idle: {
      tags: 'ready',
      on: { 'file.save': 'saving' },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveFile',
        src: 'saveFile',
        input: ({ event }) => enteredBy(event, 'file.save'),
        onDone: 'idle',
        onError: { target: 'idle', actions: { type: 'notifyFailed', params: ({ event }) => event } },
      },
      on: { 'file.cancel': 'idle' },
    },
  },
});

export type FileExportRef = ActorRefFrom<typeof fileExportMachine>;

/** The file export of the session that an actor belongs to. */
export function fileExportIn(system: AnyActorRef['system']): FileExportRef {
  return system.get(fileExportId) as FileExportRef;
}

/**
 * A browser that has no room says so in words of its own; what the host answered comes as a `FailureError`.
 */
function reasonOf(error: unknown): string {
  if (error instanceof Error && !(error instanceof FailureError)) return 'Could not make the file: the browser is out of space';
  return failureText(toFailure(error), 'Could not make the file: the host did not answer');
}
