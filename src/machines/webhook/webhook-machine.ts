import { type ActorRefFrom, assign, setup } from 'xstate';
import type { AsOf } from '../../model/changes/change.ts';
import { type Failure, failureText, toFailure } from '../../model/contract/failure.ts';
import type { WebhookStatus, WebhookTrial } from '../../model/contract/webhook-calls.ts';
import { undoAct, undoOfferMs } from '../operations/undo-offer.ts';
import type { ScreenInput, SearchChanged } from '../screen/screen-events.ts';
import { notify } from '../snackbar/notify.ts';
import { enteredBy } from '../support/entered-by.ts';
import { type NoInput, notProvided, notProvidedCallback } from '../support/not-provided.ts';
import { theEvent } from '../support/the-event.ts';
import type { WebhookEvent, WebhookUpdate } from './webhook-events.ts';

/** The interval of refreshing the last message's outcome, in ms. */
const renewalMs = 15_000;

export type WebhookContext = {
  mitasId: string;
  /** The state of the webhook, never with its address or secret; null if there is none. */
  status: WebhookStatus | null;
  /** The result of the last test. */
  trial: WebhookTrial | null;
  /** Why the last request failed. */
  failure: string | null;
  cause: Failure | null;
};

/** `status` is null for a system without a webhook. */
type LoadedStatus = { status: WebhookStatus | null };
type System = { mitasId: string };

/**
 * The webhook that gets a system's alarms (ALM-16): people who may see it can check its state, test, replace
 * and remove it. Address and secret are only in the event that saves them.
 */
export const webhookMachine = setup({
  types: {} as {
    input: ScreenInput;
    context: WebhookContext;
    events: WebhookEvent | SearchChanged;
    tags: 'withheld' | 'busy' | 'ready' | 'failed' | 'stale' | 'form' | 'trying';
  },
  actors: {
    /** Reports changes of the webhook from the session's journal. */
    webhookUpdates: notProvidedCallback<{ type: 'nothing' }, NoInput, WebhookUpdate>(),
    loadWebhook: notProvided<LoadedStatus, System>(),
    /** Runs to its end even if the page is left. */
    saveWebhook: notProvided<AsOf, { mitasId: string; url: string; secret: string }>(),
    testWebhook: notProvided<WebhookTrial, System>(),
    /** Runs to its end even if the page is left. */
    removeWebhook: notProvided<AsOf, System>(),
  },
  actions: {
    setStatus: assign((_, { output }: { output: LoadedStatus }) => output),
    takeTrial: assign((_, { output }: { output: WebhookTrial }) => ({ trial: output })),
    forgetTrial: assign({ trial: null, failure: null, cause: null }),
    forgetAll: assign({ status: null, trial: null, failure: null, cause: null }),
    setFailure: assign((_, { error, fallback }: { error: unknown; fallback: string }) => ({
      failure: failureText(toFailure(error), fallback),
      cause: toFailure(error),
    })),
    notifySaved: notify((_: WebhookContext, __, { output }: { output: AsOf }) => ({
      message: 'Webhook saved',
      variant: 'success',
      timeout: undoOfferMs,
      act: undoAct(output),
    })),
    notifyRemoved: notify((_: WebhookContext, __, { output }: { output: AsOf }) => ({
      message: 'Webhook removed',
      variant: 'success',
      timeout: undoOfferMs,
      act: undoAct(output),
    })),
  },
  guards: { isNone: (_, { output }: { output: LoadedStatus }) => output.status === null },
  delays: { renewal: renewalMs },
}).createMachine({
  id: 'webhook',
  context: ({ input: { mitasId } }) => ({ mitasId, status: null, trial: null, failure: null, cause: null }),
  invoke: {
    id: 'webhookUpdates',
    src: 'webhookUpdates',
    onError: {
      target: '.unheard',
      actions: { type: 'setFailure', params: ({ event: { error } }) => ({ error, fallback: 'No status available' }) },
    },
  },
  initial: 'withheld',
  on: { 'webhook.withheld': '.withheld' },
  states: {
    /** The person is not allowed to know whether a webhook exists. */
    withheld: { tags: 'withheld', entry: 'forgetAll', on: { 'webhook.changed': 'loading' } },
    loading: {
      tags: 'busy',
      entry: 'forgetAll',
      invoke: {
        id: 'loadWebhook',
        src: 'loadWebhook',
        input: ({ context: { mitasId } }) => ({ mitasId }),
        onDone: [
          { guard: { type: 'isNone', params: theEvent }, target: 'absent' },
          { target: 'set', actions: { type: 'setStatus', params: theEvent } },
        ],
        onError: {
          target: 'loadFailed',
          actions: { type: 'setFailure', params: ({ event: { error } }) => ({ error, fallback: 'The host did not answer' }) },
        },
      },
      // Loads again, because the answer in progress may be from before the change.
      on: { 'webhook.changed': { target: 'loading', reenter: true } },
    },
    loadFailed: { tags: 'failed', on: { 'webhook.retry': 'loading', 'webhook.changed': 'loading' } },
    absent: { tags: 'ready', on: { 'webhook.edit': 'editing', 'webhook.changed': 'loading' } },
    set: {
      tags: 'ready',
      type: 'parallel',
      on: { 'webhook.edit': 'editing', 'webhook.remove': 'removing' },
      states: {
        trial: {
          initial: 'idle',
          states: {
            idle: { on: { 'webhook.test': 'testing' } },
            testing: {
              tags: 'trying',
              entry: 'forgetTrial',
              invoke: {
                id: 'testWebhook',
                src: 'testWebhook',
                input: ({ context: { mitasId } }) => ({ mitasId }),
                onDone: { target: 'tried', actions: { type: 'takeTrial', params: theEvent } },
                onError: {
                  target: 'failed',
                  actions: {
                    type: 'setFailure',
                    params: ({ event: { error } }) => ({ error, fallback: 'The test could not be sent' }),
                  },
                },
              },
            },
            tried: { exit: 'forgetTrial', on: { 'webhook.test': 'testing' } },
            failed: { tags: 'failed', exit: 'forgetTrial', on: { 'webhook.test': 'testing' } },
          },
        },
        status: {
          initial: 'fresh',
          states: {
            fresh: { after: { renewal: 'renewing' }, on: { 'webhook.changed': 'renewing' } },
            renewing: {
              invoke: {
                id: 'renewWebhook',
                src: 'loadWebhook',
                input: ({ context: { mitasId } }) => ({ mitasId }),
                onDone: [
                  { guard: { type: 'isNone', params: theEvent }, target: '#webhook.absent', actions: 'forgetAll' },
                  { target: 'fresh', actions: { type: 'setStatus', params: theEvent } },
                ],
                onError: 'unsure',
              },
              on: { 'webhook.changed': { target: 'renewing', reenter: true } },
            },
            unsure: { tags: 'stale', after: { renewal: 'renewing' }, on: { 'webhook.changed': 'renewing' } },
          },
        },
      },
    },
    editing: {
      tags: 'form',
      initial: 'fresh',
      on: { 'webhook.save': 'saving', 'webhook.cancel': 'loading' },
      states: {
        fresh: { tags: 'ready' },
        refused: { tags: 'failed', exit: 'forgetTrial' },
      },
    },
    saving: {
      tags: ['form', 'busy'],
      invoke: {
        id: 'saveWebhook',
        src: 'saveWebhook',
        input: ({ context: { mitasId }, event }) => {
          const { url, secret } = enteredBy(event, 'webhook.save');
          return { mitasId, url, secret };
        },
        onDone: { target: 'loading', actions: { type: 'notifySaved', params: theEvent } },
        onError: {
          target: 'editing.refused',
          actions: { type: 'setFailure', params: ({ event: { error } }) => ({ error, fallback: 'Could not save' }) },
        },
      },
    },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removeWebhook',
        src: 'removeWebhook',
        input: ({ context: { mitasId } }) => ({ mitasId }),
        onDone: { target: 'loading', actions: { type: 'notifyRemoved', params: theEvent } },
        onError: {
          target: 'set.trial.failed',
          actions: { type: 'setFailure', params: ({ event: { error } }) => ({ error, fallback: 'Could not remove' }) },
        },
      },
    },
    /** The actor that reports changes of the webhook, and of the right to see it, failed. */
    unheard: { tags: 'failed' },
  },
});

export type WebhookRef = ActorRefFrom<typeof webhookMachine>;
