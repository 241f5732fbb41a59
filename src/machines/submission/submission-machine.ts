import { type ActorRefFrom, assign, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import { type FormName, type FormValues, type Submission, checkSubmission, formRules } from '../../model/forms/forms.ts';
import type { Refusal } from '../../model/forms/refusal.ts';
import { notify } from '../snackbar/notify.ts';
import { notProvided } from '../support/not-provided.ts';

export type SubmissionInput = { form: FormName };

export type SubmissionEvent =
  /** The person sends the form. Values may hold passwords: they are never kept. */
  | { type: 'form.submit'; values: FormValues[FormName] }
  /** The person changes something, so that what was said about it no longer holds. */
  | { type: 'form.edit' };

export type SubmissionContext = SubmissionInput & {
  /** The field that is refused, by us or by the host, and the text at it. */
  refused: Refusal | null;
  /** What is said under the form where no field is to blame. */
  failure: string | null;
  /** How often the form went through: a view empties its fields when this grows. */
  sent: number;
};

/** Every simple form (CODE-8): checked by the rules of the model, sent, and told how it went. */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
    input: {} as SubmissionInput,
    tags: {} as 'busy' | 'ready' | 'failed' | 'done',
  },
  actors: { sendForm: notProvided<void, Submission>() },
  actions: {
    refuse: assign(({ context, event }) => ({ refused: checkSubmission(submissionIn(context, event)) ?? null, failure: null })),
    fail: assign(({ context }, { error }: { error: unknown }) => outcomeOf(context.form, error)),
    clear: assign({ refused: null, failure: null }),
    countSent: assign(({ context }) => ({ sent: context.sent + 1 })),
    tellSent: notify(({ form }) => ({ ...formRules[form].success, variant: 'success' })),
    tellFailed: notify(({ form }, _, { error }: { error: unknown }) => ({
      message: failureText(toFailure(error), formRules[form].failure),
      variant: 'error',
    })),
  },
  guards: { isFit: ({ context, event }) => checkSubmission(submissionIn(context, event)) === undefined },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({ ...input, refused: null, failure: null, sent: 0 }),
  initial: 'editing',
  states: {
    editing: {
      tags: 'ready',
      on: {
        'form.submit': [
          { guard: 'isFit', target: 'sending' },
          { target: 'refused', actions: 'refuse' },
        ],
      },
    },
    refused: {
      tags: ['ready', 'failed'],
      on: {
        'form.edit': { target: 'editing', actions: 'clear' },
        'form.submit': [{ guard: 'isFit', target: 'sending' }, { actions: 'refuse' }],
      },
    },
    sending: {
      tags: 'busy',
      entry: 'clear',
      invoke: {
        id: 'sendForm',
        src: 'sendForm',
        input: ({ context, event }) => submissionIn(context, event),
        onDone: { target: 'sent', actions: ['countSent', 'tellSent'] },
        onError: {
          target: 'refused',
          actions: [
            { type: 'fail', params: ({ event }) => event },
            { type: 'tellFailed', params: ({ event }) => event },
          ],
        },
      },
    },
    sent: {
      tags: ['ready', 'done'],
      on: {
        'form.edit': 'editing',
        'form.submit': [
          { guard: 'isFit', target: 'sending' },
          { target: 'refused', actions: 'refuse' },
        ],
      },
    },
  },
});

export type SubmissionRef = ActorRefFrom<typeof submissionMachine>;

function submissionIn({ form }: SubmissionInput, event: { type: string }): Submission {
  return { form, values: (event as Extract<SubmissionEvent, { type: 'form.submit' }>).values } as Submission;
}

/** A failure that names a field is shown there, any other one under the form. */
function outcomeOf(form: FormName, error: unknown): Pick<SubmissionContext, 'refused' | 'failure'> {
  const failure = toFailure(error);
  const text = failureText(failure, formRules[form].failure);
  const field = failure.kind === 'server' ? failure.field : undefined;
  return field === undefined ? { refused: null, failure: text } : { refused: { field, text }, failure: null };
}
