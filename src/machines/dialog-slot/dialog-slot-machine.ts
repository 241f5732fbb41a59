import { type ActorRefFrom, assign, setup } from 'xstate';
import { type Failure, toFailure } from '../../model/contract/failure.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided, notProvidedAction } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type DialogSlotEvent =
  | { type: 'dialog.open'; subject: object }
  /** The person confirms, with what they filled in. */
  | { type: 'dialog.confirm'; filled?: unknown }
  | { type: 'dialog.close' };

export type DialogSlotContext = {
  mitasId: string;
  /** The subject of the dialog when it was last opened. */
  subject: object | null;
  /** Why the host refused; null if it did not. */
  failure: Failure | null;
};

/** The input of `act`. */
export type DialogAsked = Pick<DialogSlotContext, 'mitasId' | 'subject'> & { filled: unknown };

/**
 * A dialog that performs one action after a confirmation (DET-20, DET-21, RET-2). If the host refuses, it
 * stays open with the reason; it cannot be closed before the host has answered.
 */
export const dialogSlotMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: DialogSlotContext;
    events: DialogSlotEvent | SearchChanged;
    tags: 'open' | 'busy';
  },
  actors: {
    /** Runs to its end even if the page is left. */
    act: notProvided<unknown, DialogAsked>(),
  },
  actions: {
    takeSubject: assign((_, { subject }: { subject: object }) => ({ subject })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    forgetFailure: assign({ failure: null }),
    notifyDone: notProvidedAction<undefined>(),
    reportDone: notProvidedAction<{ output: unknown }>(),
    reportRefused: notProvidedAction<undefined>(),
  },
}).createMachine({
  id: 'dialogSlot',
  context: ({ input: { mitasId } }) => ({ mitasId, subject: null, failure: null }),
  initial: 'closed',
  states: {
    closed: { on: { 'dialog.open': { target: 'asking', actions: { type: 'takeSubject', params: theEvent } } } },
    asking: { tags: 'open', on: { 'dialog.confirm': 'doing', 'dialog.close': 'closed' } },
    doing: {
      tags: ['open', 'busy'],
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context: { mitasId, subject }, event }) => ({
          mitasId,
          subject,
          filled: enteredBy(event, 'dialog.confirm').filled,
        }),
        onDone: { target: 'closed', actions: ['notifyDone', { type: 'reportDone', params: theEvent }] },
        onError: { target: 'refused', actions: [{ type: 'setFailure', params: theEvent }, 'reportRefused'] },
      },
    },
    refused: { tags: 'open', exit: 'forgetFailure', on: { 'dialog.confirm': 'doing', 'dialog.close': 'closed' } },
  },
});

export type DialogSlotMachine = typeof dialogSlotMachine;

/**
 * A reference to a dialog about a `Subject`. The parameter is only for the compiler; XState does not know it.
 */
export type DialogSlotRef<Subject> = ActorRefFrom<DialogSlotMachine> & { readonly subjects?: Subject };
