import { type ActorRefFrom, assign, fromPromise, sendParent, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type DialogSlotEvent = { type: 'dialog.confirm' } | { type: 'dialog.close' };

/** What the parent hears of it while it is open. */
export type DialogSlotReport = { type: 'dialog.refused' };

export type DialogSlotContext = {
  /** What is done on confirmation, as `act` takes it. */
  request: object;
  /** Why it was refused the last time. */
  refusal: string | null;
};

/** What was answered; null where the dialog was closed. */
export type DialogSlotOutput = { answer: object | null };

/**
 * An open dialog that does one thing once it is confirmed (DET-20, DET-21): a refusal stays in it, and it ends
 * when the thing is done, or when a person closes it. While the host is busy with it, it cannot be closed.
 */
export const dialogSlotMachine = setup({
  types: {} as {
    input: Pick<DialogSlotContext, 'request'>;
    output: DialogSlotOutput;
    context: DialogSlotContext & DialogSlotOutput;
    events: DialogSlotEvent;
    tags: 'busy';
  },
  actors: {
    /** Runs to its end once it has begun, even if the page is left. */
    act: notProvided<object, object>(),
  },
  actions: {
    takeAnswer: assign((_, { output }: { output: object }) => ({ answer: output })),
    setRefusal: assign((_, { error }: { error: unknown }) => ({
      refusal: failureText(toFailure(error), 'The host did not answer. Try again.'),
    })),
    reportRefused: sendParent({ type: 'dialog.refused' } satisfies DialogSlotReport),
  },
}).createMachine({
  id: 'dialogSlot',
  context: ({ input: { request } }) => ({ request, refusal: null, answer: null }),
  initial: 'asking',
  states: {
    asking: { on: { 'dialog.confirm': 'doing', 'dialog.close': 'closed' } },
    doing: {
      tags: 'busy',
      invoke: {
        id: 'act',
        src: 'act',
        input: ({ context }) => context.request,
        onDone: { target: 'closed', actions: { type: 'takeAnswer', params: theEvent } },
        onError: { target: 'refused', actions: [{ type: 'setRefusal', params: theEvent }, 'reportRefused'] },
      },
    },
    refused: { on: { 'dialog.confirm': 'doing', 'dialog.close': 'closed' } },
    closed: { type: 'final' },
  },
  output: ({ context: { answer } }) => ({ answer }),
});

export type DialogSlotRef = ActorRefFrom<typeof dialogSlotMachine>;

/** The machine of a dialog, with what it does in place. */
export function dialogSlot<Request extends object>(act: (request: Request) => Promise<object>): typeof dialogSlotMachine {
  return dialogSlotMachine.provide({ actors: { act: fromPromise(({ input }) => act(input as Request)) } });
}
