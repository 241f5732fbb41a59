import { type ActorRefFrom, assign, type EventObject, sendTo, setup } from 'xstate';
import { FailureError, failureText, toFailure } from '../../model/contract/failure.ts';
import type { SaveTarget } from '../../services/ports.ts';
import { ByReference } from '../contact-window/by-reference.ts';
import { pageGuardIn } from '../operations/operations-id.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** A file of the host: `name` for saving, `size` in bytes, null if the host does not say. */
export type DownloadedFile = { mitasId: string; id: number; name: string; size: number | null };

export type DownloadContext = DownloadedFile & {
  target: ByReference<SaveTarget> | null;
  /** The bytes received. */
  received: number;
  /** Why the download failed. */
  failure: string | null;
};

export type DownloadEvent =
  /** The person starts the download, or restarts it after a failure or cancellation. */
  { type: 'download.start' } | { type: 'download.cancel' } | DownloadReport;

/** What a running download reports. */
export type DownloadReport =
  | { type: 'download.received'; bytes: number }
  | { type: 'download.saved' }
  | { type: 'download.broke'; error: unknown };

export type StreamedFile = DownloadedFile & { target: ByReference<SaveTarget> | null };

type Chosen = { output: SaveTarget | null };

/**
 * Downloads a file to the person's disk (FILE-12). The person chooses the target and the file is streamed
 * there; until it is saved, the browser asks before the page is closed. In browsers that cannot do that, the
 * browser itself downloads the file.
 */
export const downloadMachine = setup({
  types: {} as {
    input: DownloadedFile;
    context: DownloadContext;
    events: DownloadEvent;
    tags: 'busy' | 'streaming' | 'done' | 'handed' | 'failed' | 'cancelled';
  },
  actors: {
    /** Resolves with null if the person chooses no target. */
    choose: notProvided<SaveTarget | null, { name: string }>(),
    /** Streams the file into the target. If it is stopped early, it leaves no partial file. */
    streamFile: notProvidedCallback<EventObject, StreamedFile, DownloadReport>(),
    /**
     * Hands the file to the browser's own download, for browsers that cannot stream it to a chosen target.
     */
    handOver: notProvided<void, DownloadedFile>(),
  },
  actions: {
    takeTarget: assign((_, { output }: Chosen) => ({ target: output === null ? null : new ByReference(output), received: 0 })),
    noteReceived: assign((_, { bytes }: { bytes: number }) => ({ received: bytes })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: reasonOf(error) })),
    clearFailure: assign({ failure: null }),
    holdPage: sendTo(pageGuardIn, ({ context: { id } }) => ({ type: 'download.begun', id })),
    releasePage: sendTo(pageGuardIn, ({ context: { id } }) => ({ type: 'download.ended', id })),
    notifySaved: notify(({ name }: DownloadContext) => ({ message: `${name} saved`, variant: 'success' })),
    notifyFailed: notify(({ name, failure }: DownloadContext) => ({
      message: `${name} could not be downloaded. ${failure}`,
      variant: 'error',
    })),
  },
  guards: {
    isNowhere: (_, { output }: Chosen) => output === null,
    isOfBrowser: (_, { output }: Chosen) => output?.kind === 'browser',
  },
}).createMachine({
  id: 'download',
  context: ({ input }) => ({ ...input, target: null, received: 0, failure: null }),
  initial: 'asking',
  states: {
    /** The person chooses where to save the file. */
    asking: {
      tags: 'busy',
      invoke: {
        id: 'choose',
        src: 'choose',
        input: ({ context: { name } }) => ({ name }),
        onDone: [
          { guard: { type: 'isNowhere', params: theEvent }, target: 'cancelled' },
          { guard: { type: 'isOfBrowser', params: theEvent }, target: 'handingOver' },
          { target: 'streaming', actions: { type: 'takeTarget', params: theEvent } },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    streaming: {
      tags: ['busy', 'streaming'],
      entry: 'holdPage',
      exit: 'releasePage',
      invoke: {
        id: 'streamFile',
        src: 'streamFile',
        input: ({ context: { mitasId, id, name, size, target } }) => ({ mitasId, id, name, size, target }),
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
      on: {
        'download.received': { actions: { type: 'noteReceived', params: theEvent } },
        'download.saved': { target: 'done', actions: 'notifySaved' },
        'download.broke': { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
        'download.cancel': 'cancelled',
      },
    },
    handingOver: {
      tags: 'busy',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: ({ context: { mitasId, id, name, size } }) => ({ mitasId, id, name, size }),
        onDone: 'handedOver',
        onError: { target: 'failed', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    done: { tags: 'done', on: { 'download.start': 'asking' } },
    /** From now on the browser shows the progress. */
    handedOver: { tags: 'handed', on: { 'download.start': 'asking' } },
    cancelled: { tags: 'cancelled', on: { 'download.start': 'asking' } },
    failed: { tags: 'failed', entry: 'notifyFailed', exit: 'clearFailure', on: { 'download.start': 'asking' } },
  },
});

export type DownloadRef = ActorRefFrom<typeof downloadMachine>;

/**
 * Returns why the download failed. Errors other than `FailureError` come from the browser while it writes the
 * file.
 */
function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'QuotaExceededError') return 'Not enough space on this device.';
  if (error instanceof Error && !(error instanceof FailureError)) return 'The browser could not write the file.';
  return failureText(toFailure(error), 'The connection was lost during the download.');
}
