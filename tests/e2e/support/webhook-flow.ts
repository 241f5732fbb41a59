import type { SnapshotFrom } from 'xstate';
import { webhookMachine } from '../../../src/machines/webhook/webhook-machine.ts';
import { callback, promise, samples } from '../../support/machine-paths.ts';
import { expect } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { hiddenSecret, type WebhookStage } from './webhook-stage.ts';

type Snapshot = SnapshotFrom<typeof webhookMachine>;

const status = { server: 'hooks.example.org', setAt: 1_700_000_000_000, lastSentAt: null, failing: null };
const asOf = { epoch: 'one', revision: 7 };
const change = { type: 'webhook.changed' } as const;
const begun = 'webhookUpdates sends webhook.changed';
const set = [begun, 'loadWebhook done #0'];
const absent = [begun, 'loadWebhook done #1'];
const byTheClock = 'it comes by the clock: the file of the paths lets the time go by';
const aDefect = 'only a defect of ours can cause it';

/** Others change it only while the page hears of it: not while the person types, nor during a call. */
const hears = (at: Snapshot): boolean => !at.hasTag('form') && !at.matches('removing');

/** The webhook of a system, with every possible outcome (ALP-4). */
export const webhookFlow: Flow<typeof webhookMachine, WebhookStage> = {
  machine: webhookMachine,
  samples: samples({
    machine: webhookMachine,
    inputs: [{ mitasId: 'demo', search: '' }],
    events: {
      'webhook.edit': {},
      'webhook.save': { url: 'https://hooks.example.org/', secret: hiddenSecret },
      'webhook.cancel': {},
      'webhook.test': {},
      'webhook.remove': {},
      'webhook.retry': {},
    },
    actors: {
      webhookUpdates: callback({ sends: ({ parent }) => (hears(parent as Snapshot) ? [change] : []) }),
      loadWebhook: promise({ outputs: [{ status }, { status: null }] }),
      saveWebhook: promise({
        outputs: [asOf],
        errors: [{ kind: 'network' }, { kind: 'server', code: 500, type: 'ServerError' }],
      }),
      testWebhook: promise({
        outputs: [
          { taken: true, status: 200, reason: null },
          { taken: false, status: 500, reason: 'It answered 500.' },
        ],
      }),
      removeWebhook: promise({ outputs: [asOf] }),
    },
    systems: ['snackbar'],
    leads: [
      { steps: [...absent, 'webhook.edit', 'webhook.save', 'saveWebhook done', 'loadWebhook done #0'] },
      { steps: [...absent, 'webhook.edit', 'webhook.save', 'saveWebhook failed #1', 'webhook.save', 'saveWebhook failed #0'] },
      { steps: [...set, 'webhook.test', 'testWebhook done #1', 'webhook.test', 'testWebhook done #0', 'webhook.edit'] },
      {
        steps: [...set, 'webhook.remove', 'removeWebhook failed', 'webhook.remove', 'removeWebhook done', 'loadWebhook done #1'],
      },
    ],
    serializeState: ({ value, context }) =>
      JSON.stringify([value, context.status !== null, context.trial?.taken, context.failure !== null]),
  }),
  byHand: {
    'webhook.edit': ({ part }) => part.getByRole('button', { name: /^(Set a webhook|Replace)$/ }).click(),
    'webhook.save': (stage) => stage.save(),
    'webhook.cancel': ({ part }) => part.getByRole('button', { name: 'Cancel' }).click(),
    'webhook.test': ({ part }) => part.getByRole('button', { name: 'Send a test' }).click(),
    'webhook.remove': ({ part }) => part.getByRole('button', { name: 'Remove' }).click(),
    'webhook.retry': ({ part }) => part.getByRole('button', { name: 'Retry' }).click(),
  },
  byTheWorld: {
    [begun]: (stage) => stage.change(),
    'loadWebhook done #0': (stage) => stage.answer(true),
    'loadWebhook done #1': (stage) => stage.answer(false),
    'loadWebhook failed': ({ asked }) => asked.cut(),
    'renewWebhook done #0': (stage) => stage.answer(true),
    'renewWebhook done #1': (stage) => stage.answer(false),
    'renewWebhook failed': ({ asked }) => asked.cut(),
    'saveWebhook done': ({ asked }) => asked.letGo(),
    'saveWebhook failed #0': ({ asked }) => asked.cut(),
    'saveWebhook failed #1': (stage) => stage.refuseSave(),
    'testWebhook done #0': (stage) => stage.letTry(200),
    'testWebhook done #1': (stage) => stage.letTry(500),
    'testWebhook failed': ({ tried }) => tried.cut(),
    'removeWebhook done': ({ asked }) => asked.letGo(),
    'removeWebhook failed': ({ asked }) => asked.cut(),
  },
  elsewhere: {
    'webhook.changed': 'others do it, by the world',
    'webhook.withheld': 'the machine’s own walk has a role that changes',
  },
  untaken: {
    'webhook.set.status.fresh · xstate.after.renewal.webhook.set.status.fresh → webhook.set.status.renewing': byTheClock,
    'webhook.set.status.unsure · xstate.after.renewal.webhook.set.status.unsure → webhook.set.status.renewing': byTheClock,
    'webhook · xstate.error.actor.webhookUpdates → webhook.unheard': aDefect,
  },
  async shows(stage, at) {
    const { part } = stage;
    const shown = async (text: string | RegExp, isShown: boolean) =>
      expect(part.getByText(text), String(text)).toHaveCount(isShown ? 1 : 0);
    await expect(part).toHaveCount(at.hasTag('withheld') ? 0 : 1);
    await shown('Loading…', at.matches('loading'));
    await shown(/^Could not load the webhook/, at.matches('loadFailed'));
    await shown(/^No webhook/, at.matches('absent'));
    await shown(/^Alarms are posted to/, at.matches('set') || at.matches('removing'));
    await shown(/Could not refresh the delivery status/, at.hasTag('stale'));
    await shown('Test delivered (200).', at.context.trial?.taken === true);
    await shown('The test was rejected. It answered 500.', at.context.trial?.taken === false);
    await expect(part.getByLabel('Secret')).toHaveCount(at.hasTag('form') ? 1 : 0);
    await expect(part.getByRole('alert')).toHaveCount(at.hasTag('failed') || at.context.trial?.taken === false ? 1 : 0);
    if (!at.hasTag('withheld') && !at.hasTag('form')) await stage.keepsSecrets();
  },
};
