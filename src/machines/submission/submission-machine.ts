import { type ActorRefFrom, assign, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import { type FormName, type FormValues, type Submission, checkSubmission, formRules } from '../../model/forms/forms.ts';
import type { Refusal } from '../../model/forms/refusal.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';

export type SubmissionInput = { form: FormName };

export type SubmissionEvent =
  /** The person sends the form. Values may hold passwords: they are never kept. */
  | { type: 'form.submit'; values: FormValues[FormName] }
  /** The person changes a field, so that what was said about it no longer holds. */
  | { type: 'form.edit'; field: string };

type Sent = { values: FormValues[FormName] };

export type SubmissionContext = SubmissionInput & {
  /** The field that is refused, by us or by the host, and the text at it. */
  refused: Refusal | null;
  /** What is said under the form where no field is to blame. */
  failure: string | null;
  /** How often the form went through: a view empties its fields when this grows. */
  sent: number;
};

/** Every simple form (CODE-8): checked by the rules of the model, sent, and the person hears how it went. */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    input: {} as SubmissionInput,
    tags: {} as 'busy' | 'ready' | 'failed' | 'done',
  },
  actors: { sendForm: notProvided<void, Submission>() },
  actions: {
    refuse: assign(({ context }, sent: Sent) => ({
      refused: checkSubmission(submissionIn(context, sent)) ?? null,
      failure: null,
    })),
    fail: assign(({ context }, { error }: { error: unknown }) => outcomeOf(context.form, error)),
    clear: assign({ refused: null, failure: null }),
    countSent: assign(({ context }) => ({ sent: context.sent + 1 })),
    notifySent: notify(({ form }) => ({ ...formRules[form].success, variant: 'success' })),
    notifyFailed: notify(({ form }, _, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), formRules[form].failure),
      variant: 'error',
    })),
  },
  guards: {
    isFit: ({ context }, sent: Sent) => checkSubmission(submissionIn(context, sent)) === undefined,
    /** FORM-9: what is said of one field stands while another is changed. */
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
          { guard: { type: 'isFit', params: ({ event }) => event }, target: 'sending' },
          { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    refused: {
      tags: ['ready', 'failed'],
      on: {
        'form.edit': { guard: { type: 'isSaidOf', params: ({ event }) => event }, target: 'editing', actions: 'clear' },
        'form.submit': [
          { guard: { type: 'isFit', params: ({ event }) => event }, target: 'sending' },
          { actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
    sending: {
      tags: 'busy',
      entry: 'clear',
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: ({ context, event }) => submissionIn(context, enteredBy(event, 'form.submit')),
        onDone: { target: 'sent', actions: ['countSent', 'notifySent'] },
        onError: {
          target: 'refused',
          actions: [
            { type: 'fail', params: ({ event }) => event },
            { type: 'notifyFailed', params: ({ event }) => event },
          ],
        },
      },
    },
    sent: {
      tags: ['ready', 'done'],
      on: {
        'form.edit': 'editing',
        'form.submit': [
          { guard: { type: 'isFit', params: ({ event }) => event }, target: 'sending' },
          { target: 'refused', actions: { type: 'refuse', params: ({ event }) => event } },
        ],
      },
    },
  },
});

export type SubmissionRef = ActorRefFrom<typeof submissionMachine>;

/** Each form sends values of its own. */
function submissionIn({ form }: SubmissionInput, { values }: Sent): Submission {
  return { form, values } as Submission;
}

/** A failure that names a field is shown there, any other one under the form. */
function outcomeOf(form: FormName, error: unknown): Pick<SubmissionContext, 'refused' | 'failure'> {
  const failure = toFailure(error);
  const text = failureText(failure, formRules[form].failure);
  const field = failure.kind === 'server' ? failure.field : undefined;
  return field === undefined ? { refused: null, failure: text } : { refused: { field, text }, failure: null };
}
