import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import type { AsOf } from '../../model/changes/change.ts';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import { undoAct, undoOfferMs } from '../operations/undo-offer.ts';
import { newRowMs } from '../../model/tables/new-row.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** The values of a form, by field. */
export type RowValues = Readonly<Record<string, unknown>>;

/**
 * The row of a form: `id` is null for a new row; `seen` is the last change that the row included when the
 * person saw it.
 */
export type OpenRow = { id: number | null; seen: AsOf | null };

export type RegistryEvent =
  | { type: 'row.new' }
  | { type: 'row.edit'; id: number; seen: AsOf }
  /** Changes a row in the table, without a form. */
  | { type: 'row.change'; id: number; values: RowValues }
  | { type: 'form.submit'; values: RowValues }
  | { type: 'rows.remove'; ids: readonly number[] }
  | { type: 'remove.confirm' }
  | { type: 'dialog.close' }
  | SearchChanged;

/** The success message, the change it made (null if nothing differed), and the id of a created row. */
export type RegistryDone = { message: string; made: AsOf | null; created?: number | null };
export type RowOrder = OpenRow & { mitasId: string; values: RowValues };
export type RemovalOrder = { mitasId: string; ids: readonly number[] };

export type RegistryContext = {
  mitasId: string;
  /** The row whose form is open, or was last. */
  row: OpenRow;
  /** The rows to delete. */
  ids: readonly number[];
  /** Why the host refused; null if it did not. */
  failure: string | null;
  /** The row saved last, if it was created. */
  created: number | null;
};

/**
 * The forms of a registry (REG-16): a dialog creates, updates and deletes rows, and stays open with its input
 * if the host refuses. The rows themselves are in the screen's read model.
 */
export const registryMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: RegistryContext;
    events: RegistryEvent;
    tags: 'form' | 'removal' | 'busy' | 'failed' | 'marking';
  },
  actors: {
    /** Runs to its end even if the page is left. */
    saveRow: notProvided<RegistryDone, RowOrder>(),
    removeRows: notProvided<RegistryDone, RemovalOrder>(),
  },
  actions: {
    setRow: assign((_, row: OpenRow) => ({ row })),
    setIds: assign((_, { ids }: { ids: readonly number[] }) => ({ ids })),
    setFailure: assign(({ context: { row } }, { error }: { error: unknown }) => {
      const failure = toFailure(error);
      return {
        failure: failureText(failure, 'The host did not answer. Try again: it is saved only once.'),
        row: { ...row, seen: seenAfter(row.seen, failure) },
      };
    }),
    clearFailure: assign({ failure: null }),
    setCreated: assign((_, { output }: { output: RegistryDone }) => ({ created: output.created ?? null })),
    notifyFailed: notify((_: RegistryContext, __, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error)),
      variant: 'error',
    })),
    notifyDone: notify((_: RegistryContext, __, { output: { message, made } }: { output: RegistryDone }) => {
      const notice = { message, variant: 'success' } as const;
      return made === null ? notice : { ...notice, timeout: undoOfferMs, act: undoAct(made) };
    }),
  },
  delays: { mark: newRowMs },
}).createMachine({
  id: 'registry',
  context: ({ input: { mitasId } }) => ({ mitasId, row: { id: null, seen: null }, ids: [], failure: null, created: null }),
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'row.new': { target: 'writing', actions: { type: 'setRow', params: { id: null, seen: null } } },
        'row.edit': { target: 'writing', actions: { type: 'setRow', params: ({ event: { id, seen } }) => ({ id, seen }) } },
        'row.change': { target: 'changing', actions: { type: 'setRow', params: ({ event: { id } }) => ({ id, seen: null }) } },
        'rows.remove': { target: 'confirming', actions: { type: 'setIds', params: theEvent } },
      },
      initial: 'plain',
      states: {
        plain: {},
        /** Highlights the created row in the table (REG-32). */
        marking: { tags: 'marking', after: { mark: 'plain' } },
      },
    },
    changing: {
      tags: 'busy',
      invoke: {
        id: 'changeRow',
        src: 'saveRow',
        input: ({ context: { mitasId, row }, event }) => ({ mitasId, ...row, values: enteredBy(event, 'row.change').values }),
        onDone: { target: 'browsing', actions: { type: 'notifyDone', params: theEvent } },
        onError: { target: 'browsing', actions: { type: 'notifyFailed', params: theEvent } },
      },
    },
    /** The form is open. */
    writing: {
      tags: 'form',
      initial: 'fresh',
      on: { 'dialog.close': 'browsing', 'form.submit': 'saving' },
      states: { fresh: {}, refused: { tags: 'failed', exit: 'clearFailure' } },
    },
    saving: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'saveRow',
        src: 'saveRow',
        input: ({ context: { mitasId, row }, event }) => ({ mitasId, ...row, values: enteredBy(event, 'form.submit').values }),
        onDone: {
          target: 'browsing.marking',
          actions: [
            { type: 'setCreated', params: theEvent },
            { type: 'notifyDone', params: theEvent },
          ],
        },
        onError: { target: 'writing.refused', actions: { type: 'setFailure', params: theEvent } },
      },
    },
    /** Asks before rows are deleted. */
    confirming: {
      tags: 'removal',
      initial: 'fresh',
      on: { 'dialog.close': 'browsing', 'remove.confirm': 'removing' },
      states: { fresh: {}, refused: { tags: 'failed', exit: 'clearFailure' } },
    },
    removing: {
      tags: ['removal', 'busy'],
      invoke: {
        id: 'removeRows',
        src: 'removeRows',
        input: ({ context: { mitasId, ids } }) => ({ mitasId, ids }),
        onDone: { target: 'browsing', actions: { type: 'notifyDone', params: theEvent } },
        onError: { target: 'confirming.refused', actions: { type: 'setFailure', params: theEvent } },
      },
    },
  },
});

/**
 * Returns the last change of the row that the person has seen: after a conflict was shown, the change in
 * conflict and none later.
 */
function seenAfter(seen: AsOf | null, failure: Failure): AsOf | null {
  if (seen === null || failure.kind !== 'server' || failure.conflict === undefined) return seen;
  return { ...seen, revision: failure.conflict.revision };
}

/** Returns the created row while it is highlighted; otherwise null. */
export function selectNewRow(snapshot: SnapshotFrom<typeof registryMachine>): number | null {
  return snapshot.hasTag('marking') ? snapshot.context.created : null;
}

export type RegistryRef = ActorRefFrom<typeof registryMachine>;
