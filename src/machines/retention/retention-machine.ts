import { type ActorRefFrom, assign, setup } from 'xstate';
import type { AsOf } from '../../model/changes/change.ts';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import type { DataSort } from '../../model/entities/retention.ts';
import { sortText } from '../../model/retention/retention-words.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type RetentionEvent =
  /** Opens the dialog for one sort of data; `asOf` is the change that the person has seen. */
  | { type: 'retention.edit'; sort: DataSort; asOf: AsOf | null }
  | { type: 'retention.save'; days: number | null }
  | { type: 'dialog.close' };

/** `days` null restores the default. */
export type RetentionOrder = { mitasId: string; sort: DataSort; days: number | null; asOf: AsOf | null };

export type RetentionContext = {
  mitasId: string;
  /** The sort being edited, and the change seen when the dialog opened. */
  sort: DataSort;
  asOf: AsOf | null;
  /** Why it was not saved. */
  failure: string | null;
};

/**
 * How long the system keeps its data (RET-2): a dialog for one sort at a time, which stays open with the
 * reason if the host refuses.
 */
export const retentionMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: RetentionContext;
    events: RetentionEvent | SearchChanged;
    tags: 'busy' | 'ready' | 'failed';
  },
  actors: {
    /** Runs to its end even if the page is left. */
    saveRetention: notProvided<void, RetentionOrder>(),
  },
  actions: {
    open: assign((_, { sort, asOf }: { sort: DataSort; asOf: AsOf | null }) => ({ sort, asOf, failure: null })),
    setFailure: assign((_, { error }: { error: unknown }) => ({
      failure: failureText(toFailure(error), 'Could not save'),
    })),
    clearFailure: assign({ failure: null }),
    notifySaved: notify(({ sort }: RetentionContext) => ({
      message: `How long ${sortText(sort)} are kept is changed`,
      variant: 'success',
    })),
  },
}).createMachine({
  id: 'retention',
  context: ({ input: { mitasId } }) => ({ mitasId, sort: 'contacts', asOf: null, failure: null }),
  initial: 'closed',
  states: {
    closed: {
      tags: 'ready',
      on: { 'retention.edit': { target: 'editing', actions: { type: 'open', params: theEvent } } },
    },
    editing: {
      on: { 'retention.save': 'saving', 'dialog.close': 'closed' },
      initial: 'fresh',
      states: {
        fresh: { tags: 'ready' },
        refused: { tags: 'failed', exit: 'clearFailure' },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveRetention',
        src: 'saveRetention',
        input: ({ context: { mitasId, sort, asOf }, event }) => ({
          mitasId,
          sort,
          asOf,
          days: enteredBy(event, 'retention.save').days,
        }),
        onDone: { target: 'closed', actions: 'notifySaved' },
        onError: { target: 'editing.refused', actions: { type: 'setFailure', params: theEvent } },
      },
    },
  },
});

export type RetentionRef = ActorRefFrom<typeof retentionMachine>;
