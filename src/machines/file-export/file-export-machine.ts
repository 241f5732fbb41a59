import { type ActorRefFrom, setup } from 'xstate';
import type { ExportFile } from '../../services/ports.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided } from '../support/not-provided.ts';

export type FileExportEvent =
  /** The person wants a file of what is shown. */
  | { type: 'file.save'; file: ExportFile }
  /** It takes too long. */
  | { type: 'file.cancel' };

/** Files made in the page (look.md, Charts: 'CSV, PNG and SVG in one menu'): one at a time, made beside the drawing, and told when it fails. */
export const fileExportMachine = setup({
  types: {
    events: {} as FileExportEvent,
    tags: {} as 'busy' | 'ready',
  },
  actors: { saveFile: notProvided<void, { file: ExportFile }>() },
  actions: {
    tellFailed: notify(() => ({ message: 'The file could not be made: the browser has no room for it', variant: 'error' })),
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
        input: ({ event }) => ({ file: (event as Extract<FileExportEvent, { type: 'file.save' }>).file }),
        onDone: 'idle',
        onError: { target: 'idle', actions: 'tellFailed' },
      },
      on: { 'file.cancel': 'idle' },
    },
  },
});

export type FileExportRef = ActorRefFrom<typeof fileExportMachine>;
