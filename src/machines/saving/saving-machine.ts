import { assign, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import type { Fact } from '../../model/journal/facts.ts';
import { record } from '../journal/record.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';

/** `value` is the new value of the setting named `of`. */
export type SaveEvent = { type: 'thing.save'; of: string; value: unknown };

/** The result of saving: a message, shown briefly or (`stays`) on the page, and the facts to record. */
export type Saved = { message: string; stays?: boolean; facts?: readonly Fact[] };

export type SavingContext = {
  mitasId: string;
  /** The setting being saved, or saved last. */
  of: string | null;
  /** The setting that could not be saved, and why. */
  failure: { of: string; text: string } | null;
  /** The host's message about the last saved setting, if it stays on the page; otherwise null. */
  said: string | null;
};

/**
 * Saves the settings of a page one after another (NAV-31); if the host refuses one, the reason is shown
 * beside it.
 */
export const savingMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: SavingContext;
    events: SaveEvent | SearchChanged;
    tags: 'busy' | 'ready' | 'failed';
  },
  actors: {
    /** Runs to its end even if the page is left. */
    save: notProvided<Saved, { mitasId: string; of: string; value: unknown }>(),
  },
  actions: {
    noteThing: assign((_, { of }: { of: string }) => ({ of })),
    forget: assign({ failure: null, said: null }),
    takeSaid: assign((_, { output }: { output: Saved }) => ({ said: output.message })),
    setFailure: assign(({ context: { of } }, { error }: { error: unknown }) => ({
      failure: { of: of ?? '', text: failureText(toFailure(error), 'The host did not answer. Try again.') },
    })),
    recordFacts: record((_, __, { output }: { output: Saved }) =>
      (output.facts ?? []).map((fact) => ({ type: 'happened' as const, fact })),
    ),
    notifySaved: notify((_, __, { output }: { output: Saved }) => ({ message: output.message, variant: 'success' })),
  },
  guards: { stays: (_, { output }: { output: Saved }) => output.stays === true },
}).createMachine({
  id: 'saving',
  context: ({ input: { mitasId } }) => ({ mitasId, of: null, failure: null, said: null }),
  initial: 'resting',
  states: {
    resting: {
      initial: 'fresh',
      on: { 'thing.save': { target: 'saving', actions: { type: 'noteThing', params: theEvent } } },
      states: {
        fresh: { tags: 'ready' },
        refused: { tags: 'failed' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forget',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { mitasId }, event }) => {
          const { of, value } = enteredBy(event, 'thing.save');
          return { mitasId, of, value };
        },
        onDone: [
          {
            guard: { type: 'stays', params: theEvent },
            target: 'resting',
            actions: [
              { type: 'recordFacts', params: theEvent },
              { type: 'takeSaid', params: theEvent },
            ],
          },
          {
            target: 'resting',
            actions: [
              { type: 'recordFacts', params: theEvent },
              { type: 'notifySaved', params: theEvent },
            ],
          },
        ],
        onError: { target: 'resting.refused', actions: { type: 'setFailure', params: theEvent } },
      },
    },
  },
});

export type SavingMachine = typeof savingMachine;
