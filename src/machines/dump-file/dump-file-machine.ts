import { type ActorRefFrom, assign, sendParent, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import type { DumpFile } from '../../model/entities/dump-file.ts';
import { type DumpOrder, dumpPollMs, dumpStatus, type DumpStatus } from '../../model/files/dump-files.ts';
import { record } from '../journal/record.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { DumpFileEvent, DumpFileReport, FileStand } from './dump-file-events.ts';

/** A file of the host, or one to request. */
export type DumpFileInput = { mitasId: string } & ({ file: FileStand; order: null } | { file: null; order: DumpOrder });
export type DumpFileContext = DumpFileInput & {
  /** True if the host did not answer the last poll of a file in progress. */
  isLate: boolean;
};

/** The file that a call is about. */
export type AskedFile = { mitasId: string; id: number };

/** The host's code for a file that no longer exists. */
const notFound = 404;

type Answered = { output: DumpFile };

/**
 * One data file (FILE-11): requested, processing until the host reports the result, then ready or failed, and
 * deleted; a failed file is removed. The list reports its status too, because other people also change files.
 */
export const dumpFileMachine = setup({
  types: {} as {
    input: DumpFileInput;
    context: DumpFileContext;
    events: DumpFileEvent;
    tags: DumpStatus | 'requested' | 'deleting';
  },
  actors: {
    /** Runs to its end even if the page is left. */
    createFile: notProvided<DumpFile, { mitasId: string; order: DumpOrder | null }>(),
    getFile: notProvided<DumpFile, AskedFile>(),
    /** Runs to its end even if the page is left. Resolves with null if the host has removed the file. */
    deleteFile: notProvided<DumpFile | null, AskedFile>(),
  },
  actions: {
    takeFile: assign(({ context: { mitasId } }, { file }: { file: FileStand | null }) => ({
      mitasId,
      ...(file === null ? {} : { file, order: null }),
    })),
    noteLate: assign({ isLate: true }),
    forgetLate: assign({ isLate: false }),
    recordFile: record((_: DumpFileContext, __, { output }: { output: DumpFile | null }) =>
      output === null ? [] : { type: 'happened', fact: { type: 'dumpFile.noted', file: output } },
    ),
    recordRemoval: record(({ file }: DumpFileContext) => ({
      type: 'happened',
      fact: { type: 'dumpFile.removed', id: file?.id ?? 0 },
    })),
    reportAccepted: sendParent((_, { output }: Answered): DumpFileReport => ({
      type: 'file.accepted',
      id: output.id,
      name: output.name,
    })),
    reportRefused: sendParent((_, { error }: { error: unknown }): DumpFileReport => ({
      type: 'file.refused',
      reason: failureText(toFailure(error), 'The host did not answer. Check the list before you try again.'),
    })),
    notifyNotDeleted: notify((_: DumpFileContext, __, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), 'The file could not be deleted: the host did not answer'),
      variant: 'error',
    })),
  },
  guards: {
    isRequested: ({ context }) => context.file === null,
    stands: ({ context: { file } }, { as }: { as: DumpStatus }) => file !== null && dumpStatus(file) === as,
    isOther: ({ context: { file } }, { file: known }: { file: FileStand }) =>
      file !== null && dumpStatus(known) !== dumpStatus(file),
    isGone: (_, { error }: { error: unknown }) => {
      const failure = toFailure(error);
      return failure.kind === 'server' && failure.code === notFound;
    },
    isRemoved: (_, { output }: { output: DumpFile | null }) => output === null,
  },
  delays: { poll: dumpPollMs },
}).createMachine({
  id: 'dumpFile',
  context: ({ input }) => ({ ...input, isLate: false }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isRequested', target: 'requested' },
        { guard: { type: 'stands', params: { as: 'deleted' } }, target: 'deleted' },
        { guard: { type: 'stands', params: { as: 'processing' } }, target: 'made.processing' },
        { guard: { type: 'stands', params: { as: 'failed' } }, target: 'made.failed' },
        { target: 'made.ready' },
      ],
    },
    requested: {
      tags: 'requested',
      invoke: {
        id: 'createFile',
        src: 'createFile',
        input: ({ context: { mitasId, order } }) => ({ mitasId, order }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'takeFile', params: ({ event }) => ({ file: event.output }) },
            { type: 'reportAccepted', params: theEvent },
            { type: 'recordFile', params: theEvent },
          ],
        },
        onError: { target: 'refused', actions: { type: 'reportRefused', params: theEvent } },
      },
    },
    /** The host has the file, in some state. */
    made: {
      on: {
        'file.known': {
          guard: { type: 'isOther', params: theEvent },
          target: 'deciding',
          actions: { type: 'takeFile', params: theEvent },
        },
        'file.delete': 'deleting',
      },
      initial: 'ready',
      states: {
        processing: {
          tags: 'processing',
          initial: 'waiting',
          exit: 'forgetLate',
          states: {
            waiting: { after: { poll: 'polling' } },
            polling: {
              invoke: {
                id: 'getFile',
                src: 'getFile',
                input: ({ context: { mitasId, file } }) => ({ mitasId, id: file?.id ?? 0 }),
                onDone: {
                  target: '#dumpFile.deciding',
                  actions: [
                    { type: 'takeFile', params: ({ event }) => ({ file: event.output }) },
                    { type: 'recordFile', params: theEvent },
                  ],
                },
                onError: [
                  { guard: { type: 'isGone', params: theEvent }, target: '#dumpFile.removed', actions: 'recordRemoval' },
                  { target: 'waiting', actions: 'noteLate' },
                ],
              },
            },
          },
        },
        ready: { tags: 'ready' },
        failed: { tags: 'failed' },
      },
    },
    deleting: {
      tags: 'deleting',
      invoke: {
        id: 'deleteFile',
        src: 'deleteFile',
        input: ({ context: { mitasId, file } }) => ({ mitasId, id: file?.id ?? 0 }),
        onDone: [
          {
            guard: { type: 'isRemoved', params: theEvent },
            target: 'removed',
            actions: 'recordRemoval',
          },
          {
            target: 'deciding',
            actions: [
              { type: 'takeFile', params: ({ event }) => ({ file: event.output }) },
              { type: 'recordFile', params: theEvent },
            ],
          },
        ],
        onError: { target: 'deciding', actions: { type: 'notifyNotDeleted', params: theEvent } },
      },
      on: { 'file.known': { actions: { type: 'takeFile', params: theEvent } } },
    },
    deleted: { tags: 'deleted' },
    /** The file disappears from the list. */
    removed: { type: 'final' },
    refused: { type: 'final' },
  },
});

export type DumpFileRef = ActorRefFrom<typeof dumpFileMachine>;
