import { type ActorRefFrom, assign, setup } from 'xstate';
import { failureText, toFailure } from '../../model/contract/failure.ts';
import type { System } from '../../model/entities/system.ts';
import { record } from '../journal/record.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { notProvided } from '../support/not-provided.ts';

/** Which mails of a system a person takes. */
export type MailsTaken = System['email'];

type SystemsAnswer = { systems: System[] };

export type AlarmSettingsEvent =
  | { type: 'minutes.save'; minutes: number }
  /** Those that are changed: what is shown of the others may be old. */
  | { type: 'mails.save'; wishes: Partial<MailsTaken> }
  /** A test is to be mailed to the person. */
  | { type: 'mail.test' };

type Deed = 'minutes' | 'mails' | 'test';

export type AlarmSettingsContext = {
  mitasId: string;
  /** What of it could not be saved, and why. */
  failure: { of: Deed; text: string } | null;
  /** What the host says of the test that was mailed last. */
  mailed: string | null;
};

/**
 * How a system alarms, and which of it a person gets by mail (ALP-3): one thing at a time is saved, which
 * stands with the reason where the host refuses. A mail that tries it is sent likewise (ALM-19).
 */
export const alarmSettingsMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as AlarmSettingsContext,
    events: {} as AlarmSettingsEvent | SearchChanged,
    tags: {} as 'busy' | 'ready' | 'failed',
  },
  actors: {
    /** Once begun it is done, also where the page is left meanwhile. */
    saveMinutes: notProvided<unknown, { mitasId: string; minutes: number }>(),
    /** Resolves with the person's systems as they stand then. */
    saveMails: notProvided<SystemsAnswer, { mitasId: string; wishes: Partial<MailsTaken> }>(),
    /** Resolves with what the host says of it (ALM-19). */
    sendTestMail: notProvided<{ message: string }, { mitasId: string }>(),
  },
  actions: {
    setFailure: assign((_, { of, error }: { of: Deed; error: unknown }) => ({
      failure: { of, text: failureText(toFailure(error), of === 'test' ? 'It could not be sent' : 'It could not be saved') },
    })),
    recordSystems: record((_, __, { output: { systems } }: { output: SystemsAnswer }) => ({
      type: 'happened',
      fact: { type: 'systems.loaded', systems },
    })),
    clearFailure: assign({ failure: null }),
    takeMailed: assign((_, { output }: { output: { message: string } }) => ({ mailed: output.message })),
    clearMailed: assign({ mailed: null }),
    notifyMinutes: notify(() => ({ message: 'The minutes before an offline alarm are changed', variant: 'success' })),
    notifyMails: notify(() => ({ message: 'Your mails are changed', variant: 'success' })),
  },
}).createMachine({
  id: 'alarmSettings',
  context: ({ input: { mitasId } }) => ({ mitasId, failure: null, mailed: null }),
  initial: 'resting',
  states: {
    resting: {
      initial: 'fresh',
      on: { 'minutes.save': 'savingMinutes', 'mails.save': 'savingMails', 'mail.test': 'testingMail' },
      states: {
        fresh: { tags: 'ready' },
        refused: { tags: 'failed', exit: 'clearFailure' },
        /** The host has said what becomes of a test. */
        mailed: { tags: 'ready', exit: 'clearMailed' },
      },
    },
    savingMinutes: {
      tags: 'busy',
      invoke: {
        id: 'saveMinutes',
        src: 'saveMinutes',
        input: ({ context: { mitasId }, event }) => ({ mitasId, minutes: enteredBy(event, 'minutes.save').minutes }),
        onDone: { target: 'resting', actions: 'notifyMinutes' },
        onError: {
          target: 'resting.refused',
          actions: { type: 'setFailure', params: ({ event: { error } }) => ({ of: 'minutes' as const, error }) },
        },
      },
    },
    savingMails: {
      tags: 'busy',
      invoke: {
        id: 'saveMails',
        src: 'saveMails',
        input: ({ context: { mitasId }, event }) => ({ mitasId, wishes: enteredBy(event, 'mails.save').wishes }),
        onDone: {
          target: 'resting',
          actions: [{ type: 'recordSystems', params: ({ event }) => event }, 'notifyMails'],
        },
        onError: {
          target: 'resting.refused',
          actions: { type: 'setFailure', params: ({ event: { error } }) => ({ of: 'mails' as const, error }) },
        },
      },
    },
    testingMail: {
      tags: 'busy',
      invoke: {
        id: 'sendTestMail',
        src: 'sendTestMail',
        input: ({ context: { mitasId } }) => ({ mitasId }),
        onDone: { target: 'resting.mailed', actions: { type: 'takeMailed', params: ({ event }) => event } },
        onError: {
          target: 'resting.refused',
          actions: { type: 'setFailure', params: ({ event: { error } }) => ({ of: 'test' as const, error }) },
        },
      },
    },
  },
});

export type AlarmSettingsRef = ActorRefFrom<typeof alarmSettingsMachine>;
