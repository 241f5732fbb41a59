import { type ActorRefFrom, assign, enqueueActions, not, setup, type SnapshotFrom, stateIn } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import { type DumpEstimate, dumpEstimateRestMs, type DumpOrder } from '../../model/files/dump-files.ts';
import type { FileStand } from '../dump-file/dump-file-events.ts';
import { type DumpFileInput, dumpFileMachine, type DumpFileRef } from '../dump-file/dump-file-machine.ts';
import { newRowMs } from '../../model/tables/new-row.ts';
import type { ScreenInput } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { DownloadPageEvent, EstimateWish } from './download-page-events.ts';
import { knownFiles } from './known-files.ts';

export type DownloadPageContext = {
  mitasId: string;
  /** The child that is the machine of each file, by file id. */
  files: Readonly<Record<number, string>>;
  /** How many files were requested here. */
  requests: number;
  /** The file to delete. */
  removing: number | null;
  /** Why the host refused to make a file. */
  refusal: string | null;
  /** The file that was accepted last. */
  accepted: number | null;
  wish: EstimateWish;
  estimate: DumpEstimate | null;
  /** Why there is no estimate. */
  estimateFailure: Failure | null;
};

const requestOf = (number: number): string => `request ${number}`;
const fileOf = (id: number): string => `file ${id}`;

/**
 * The page of data files (FILE-11): one machine per file of the list, the dialogs that create and delete
 * files, and the estimate for a new file, requested after a pause in typing.
 */
export const downloadPageMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: DownloadPageContext;
    events: DownloadPageEvent;
    tags: 'form' | 'removal' | 'busy' | 'failed' | 'estimating' | 'marking';
    children: Record<string, 'dumpFile'>;
  },
  actors: {
    dumpFile: dumpFileMachine,
    knownFiles,
    estimateFile: notProvided<DumpEstimate, { mitasId: string; wish: EstimateWish }>(),
  },
  actions: {
    followFiles: enqueueActions(({ context: { mitasId, files }, enqueue }, { files: known }: { files: readonly FileStand[] }) => {
      const next: Record<number, string> = {};
      for (const file of known) {
        const { id, completed, deletedTime } = file;
        const child = files[id];
        next[id] = child ?? fileOf(id);
        const input: DumpFileInput = { mitasId, order: null, file: { id, completed, deletedTime } };
        if (child === undefined) enqueue.spawnChild('dumpFile', { id: fileOf(id), input });
        else enqueue.sendTo(child, { type: 'file.known', file: { id, completed, deletedTime } });
      }
      for (const [id, child] of Object.entries(files)) if (next[Number(id)] === undefined) enqueue.stopChild(child);
      enqueue.assign({ files: next });
    }),
    request: enqueueActions(({ context: { mitasId, requests }, enqueue }, { order }: { order: DumpOrder }) => {
      const number = requests + 1;
      enqueue.assign({ requests: number });
      enqueue.spawnChild('dumpFile', { id: requestOf(number), input: { mitasId, order, file: null } });
    }),
    noteAccepted: enqueueActions(({ context: { files, requests }, enqueue }, { id }: { id: number }) => {
      // The list may have shown the file before the host answered the request. Stop the machine that was
      // started for the list's file.
      const ofList = files[id];
      if (ofList !== undefined) enqueue.stopChild(ofList);
      enqueue.assign({ files: { ...files, [id]: requestOf(requests) }, accepted: id });
    }),
    notifyAccepted: notify((_: DownloadPageContext, __, { name }: { name: string }) => ({
      message: `Creating ${name}`,
      variant: 'success',
    })),
    setRefusal: assign((_, { reason }: { reason: string }) => ({ refusal: reason })),
    clearRefusal: assign({ refusal: null }),
    setRemoving: assign((_, { id }: { id: number }) => ({ removing: id })),
    remove: enqueueActions(({ context: { files, removing }, enqueue }) => {
      const child = removing === null ? undefined : files[removing];
      if (child !== undefined) enqueue.sendTo(child, { type: 'file.delete' });
    }),
    setWish: assign((_, { wish }: { wish: EstimateWish }) => ({ wish, estimate: null, estimateFailure: null })),
    forgetEstimate: assign({ estimate: null, estimateFailure: null }),
    takeEstimate: assign((_, { output }: { output: DumpEstimate }) => ({ estimate: output })),
    setEstimateFailure: assign((_, { error }: { error: unknown }) => ({ estimateFailure: toFailure(error) })),
  },
  guards: {
    isWish: (_, { wish }: { wish: EstimateWish }) => wish !== null,
    /** The dialog stays open while a file is being requested. */
    isClosable: not(stateIn({ dialog: 'requesting' })),
    hasWish: ({ context: { wish } }) => wish !== null,
  },
  delays: { rest: dumpEstimateRestMs, mark: newRowMs },
}).createMachine({
  id: 'downloadPage',
  type: 'parallel',
  context: ({ input: { mitasId } }) => ({
    mitasId,
    files: {},
    requests: 0,
    removing: null,
    refusal: null,
    accepted: null,
    wish: null,
    estimate: null,
    estimateFailure: null,
  }),
  states: {
    files: {
      initial: 'followed',
      states: {
        followed: {
          invoke: { id: 'knownFiles', src: 'knownFiles', onError: 'unfollowed' },
          on: { 'files.known': { actions: { type: 'followFiles', params: theEvent } } },
        },
        /** The actor that follows the list broke because of a defect: the shown files may be outdated. */
        unfollowed: { tags: 'failed' },
      },
    },
    dialog: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'file.new': 'writing',
            'file.remove': { target: 'confirming', actions: { type: 'setRemoving', params: theEvent } },
          },
          initial: 'plain',
          states: {
            plain: {},
            /** Highlights the accepted file in the table (REG-32). */
            marking: { tags: 'marking', after: { mark: 'plain' } },
          },
        },
        writing: {
          tags: 'form',
          on: {
            'dialog.close': 'closed',
            'form.submit': { target: 'requesting', actions: { type: 'request', params: theEvent } },
          },
          initial: 'fresh',
          states: { fresh: {}, refused: { exit: 'clearRefusal' } },
        },
        requesting: {
          tags: ['form', 'busy'],
          on: {
            'file.accepted': {
              target: 'closed.marking',
              actions: [
                { type: 'noteAccepted', params: theEvent },
                { type: 'notifyAccepted', params: theEvent },
              ],
            },
            'file.refused': { target: 'writing.refused', actions: { type: 'setRefusal', params: theEvent } },
          },
        },
        confirming: {
          tags: 'removal',
          on: { 'dialog.close': 'closed', 'remove.confirm': { target: 'closed', actions: 'remove' } },
        },
      },
    },
    estimate: {
      initial: 'none',
      on: {
        'form.changed': [
          {
            guard: { type: 'isWish', params: theEvent },
            target: '.resting',
            actions: { type: 'setWish', params: theEvent },
          },
          { target: '.none', actions: { type: 'setWish', params: theEvent } },
        ],
        'dialog.close': { guard: 'isClosable', target: '.none', actions: 'forgetEstimate' },
        'file.accepted': { target: '.none', actions: 'forgetEstimate' },
        /**
         * Reopening the form while it still fades out keeps its content, so no `form.changed` follows:
         * request the estimate here.
         */
        'file.new': { guard: 'hasWish', target: '.resting', actions: 'forgetEstimate' },
      },
      states: {
        none: {},
        resting: { tags: 'estimating', after: { rest: 'asking' } },
        asking: {
          tags: 'estimating',
          invoke: {
            id: 'estimateFile',
            src: 'estimateFile',
            input: ({ context: { mitasId, wish } }) => ({ mitasId, wish }),
            onDone: { target: 'known', actions: { type: 'takeEstimate', params: theEvent } },
            onError: { target: 'failed', actions: { type: 'setEstimateFailure', params: theEvent } },
          },
        },
        known: {},
        failed: { on: { 'estimate.retry': { target: 'asking', actions: 'forgetEstimate' } } },
      },
    },
  },
});

export type DownloadPageRef = ActorRefFrom<typeof downloadPageMachine>;

/** Returns the accepted file while it is highlighted; otherwise null. */
export function selectNewFile(snapshot: SnapshotFrom<typeof downloadPageMachine>): number | null {
  return snapshot.hasTag('marking') ? snapshot.context.accepted : null;
}

/** Returns the machine of a file; undefined if it has none. */
export function selectDumpFile(
  { children, context: { files } }: SnapshotFrom<typeof downloadPageMachine>,
  id: number,
): DumpFileRef | undefined {
  const child = files[id];
  return child === undefined ? undefined : (children[child] as DumpFileRef | undefined);
}
