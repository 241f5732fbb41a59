import { type ActorRefFrom, type AnyActorRef, assign, setup } from 'xstate';
import { FailureError, failureText, toFailure } from '../../model/contract/failure.ts';
import type { ExportFile } from '../../services/ports.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The systemId of a session's file export. */
const fileExportId = 'fileExport';

/** `forExcel` is the person's choice for this CSV and later ones; without it, their last choice applies. */
export type FileOrder = { file: ExportFile; forExcel?: boolean };

export type FileExportEvent =
  /** Makes and saves a file. */
  | ({ type: 'file.save' } & FileOrder)
  /** Stops making the file. */
  | { type: 'file.cancel' };

type Saved = { output: boolean | null };

/**
 * Makes files in the page (LIVE-13, FILE-4), one at a time and without blocking it, with a message on
 * failure. The choice of CSV for Excel is stored once its file is made (FILE-17).
 */
export const fileExportMachine = setup({
  types: {} as {
    /** The choice to store; null for none. */
    context: { choice: boolean | null };
    events: FileExportEvent;
    tags: 'busy' | 'ready';
  },
  actors: {
    /** Resolves with the choice to store; null if there is none, or it is already stored. */
    saveFile: notProvided<boolean | null, FileOrder>(),
    keepChoice: notProvided<void, { forExcel: boolean | null }>(),
  },
  actions: {
    notifyFailed: notify((_, __, { error }: { error: unknown }) => ({ message: reasonOf(error), variant: 'error' })),
    takeChoice: assign((_, { output }: Saved) => ({ choice: output })),
    notifyNotKept: notify((_, __, { error }: { error: unknown }) => ({
      message: `The file was saved, but your choice was not: ${failureText(toFailure(error), 'the host did not answer')}`,
      variant: 'error',
    })),
  },
  guards: { isNewChoice: (_, { output }: Saved) => output !== null },
}).createMachine({
  id: 'fileExport',
  context: { choice: null },
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
        onDone: [
          {
            guard: { type: 'isNewChoice', params: theEvent },
            target: 'keeping',
            actions: { type: 'takeChoice', params: theEvent },
          },
          { target: 'idle' },
        ],
        onError: { target: 'idle', actions: { type: 'notifyFailed', params: theEvent } },
      },
      on: { 'file.cancel': 'idle' },
    },
    keeping: {
      tags: 'busy',
      invoke: {
        id: 'keepChoice',
        src: 'keepChoice',
        input: ({ context: { choice } }) => ({ forExcel: choice }),
        onDone: 'idle',
        onError: { target: 'idle', actions: { type: 'notifyNotKept', params: theEvent } },
      },
      on: { 'file.cancel': 'idle' },
    },
  },
});

export type FileExportRef = ActorRefFrom<typeof fileExportMachine>;

/** Returns the file export of an actor's session. */
export function fileExportIn(system: AnyActorRef['system']): FileExportRef {
  return system.get(fileExportId) as FileExportRef;
}

/**
 * Returns why no file was made. Any error other than the host's `FailureError` means that the browser is out
 * of space.
 */
function reasonOf(error: unknown): string {
  if (error instanceof Error && !(error instanceof FailureError)) return 'Could not make the file: the browser is out of space';
  return failureText(toFailure(error), 'Could not make the file: the host did not answer');
}
