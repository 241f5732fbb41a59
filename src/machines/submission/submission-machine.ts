import { type ActorRefFrom, assign, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import type { FormRules } from '../../model/forms/form-rules.ts';
import type { Refusal } from '../../model/forms/refusal.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

export type SubmissionInput = { rules: FormRules<never> };

export type SubmissionEvent =
  /** The person sends the form. Values may contain passwords and are never kept. */
  | { type: 'form.submit'; values: object }
  /** The person edits a field, so the message about it no longer applies. */
  | { type: 'form.edit'; field: string };

type Sent = { values: object };

/** The host's message about an accepted form, if any. */
export type SubmissionReply = string | undefined;

export type SubmissionContext = SubmissionInput & {
  /** The invalid field, according to the rules or the host, with its message. */
  refused: Refusal | null;
  /** The message below the form if no field is to blame. */
  failure: string | null;
  /** How often the form succeeded; the view empties its fields when this grows. */
  sent: number;
};

/**
 * The machine of simple forms (CODE-8): checks the values by the form's rules, sends them, and shows the
 * outcome.
 */
export const submissionMachine = setup({
  types: {} as {
    context: SubmissionContext;
    events: SubmissionEvent;
    input: SubmissionInput;
    tags: 'busy' | 'ready' | 'failed' | 'done';
  },
  actors: { sendForm: notProvided<SubmissionReply, Sent>() },
  actions: {
    refuse: assign(({ context }, sent: Sent) => ({ refused: refusalOf(context, sent) ?? null, failure: null })),
    fail: assign(({ context }, { error }: { error: unknown }) => outcomeOf(context, error)),
    clear: assign({ refused: null, failure: null }),
    countSent: assign(({ context }) => ({ sent: context.sent + 1 })),
    /** Shows the host's message if the form has none of its own (MSG-1). */
    notifySent: notify(({ rules }, _, { output }: { output: SubmissionReply }) => ({
      ...rules.success,
      message: rules.success.message ?? output ?? 'Success',
      variant: 'success',
    })),
    notifyFailed: notify(({ rules }, _, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), rules.failure),
      variant: 'error',
    })),
  },
  guards: {
    isFit: ({ context }, sent: Sent) => refusalOf(context, sent) === undefined,
    /**
     * True if the shown message is about this field, or about no field. A message stays while another field
     * is edited (FORM-9).
     */
    isSaidOf: ({ context: { refused } }, { field }: { field: string }) => (refused?.field ?? field) === field,
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({ ...input, refused: null, failure: null, sent: 0 }),
  initial: 'editing',
  states: {
    editing: {
      tags: 'ready',
      on: {
        'form.submit': [
          { guard: { type: 'isFit', params: theEvent }, target: 'sending' },
          { target: 'refused', actions: { type: 'refuse', params: theEvent } },
        ],
      },
    },
    refused: {
      tags: ['ready', 'failed'],
      on: {
        'form.edit': { guard: { type: 'isSaidOf', params: theEvent }, target: 'editing', actions: 'clear' },
        'form.submit': [
          { guard: { type: 'isFit', params: theEvent }, target: 'sending' },
          { actions: { type: 'refuse', params: theEvent } },
        ],
      },
    },
    sending: {
      tags: 'busy',
      entry: 'clear',
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: ({ event }) => ({ values: enteredBy(event, 'form.submit').values }),
        onDone: {
          target: 'sent',
          actions: ['countSent', { type: 'notifySent', params: theEvent }],
        },
        onError: {
          target: 'refused',
          actions: [
            { type: 'fail', params: theEvent },
            { type: 'notifyFailed', params: theEvent },
          ],
        },
      },
    },
    sent: {
      tags: ['ready', 'done'],
      on: {
        'form.edit': 'editing',
        'form.submit': [
          { guard: { type: 'isFit', params: theEvent }, target: 'sending' },
          { target: 'refused', actions: { type: 'refuse', params: theEvent } },
        ],
      },
    },
  },
});

export type SubmissionMachine = typeof submissionMachine;
export type SubmissionRef = ActorRefFrom<typeof submissionMachine>;

/**
 * Checks the values by the form's rules. The cast is safe, because the rules and the values are of the same
 * form.
 */
function refusalOf({ rules }: SubmissionInput, { values }: Sent): Refusal | undefined {
  return rules.check(values as never);
}

/** Shows a failure at the field that it names, otherwise below the form. */
function outcomeOf({ rules }: SubmissionInput, error: unknown): Pick<SubmissionContext, 'refused' | 'failure'> {
  const failure = toFailure(error);
  const text = failureText(failure, rules.failure);
  const field = failure.kind === 'server' ? failure.field : undefined;
  return field === undefined ? { refused: null, failure: text } : { refused: { field, text }, failure: null };
}
