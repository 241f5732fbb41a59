import { expect } from 'vitest';
import { webhookMachine } from '../../src/machines/webhook/webhook-machine.ts';
import { callback, promise, samples } from '../support/machine-paths.ts';

const status = { server: 'hooks.example.org', setAt: 1_700_000_000_000, lastSentAt: null, failing: null };
const secret = 'a-hidden-secret-of-it';
const url = 'https://hooks.example.org/hidden-path';
const asOf = { epoch: 'one', revision: 7 };

/** ALM-16. */
export default samples({
  machine: webhookMachine,
  inputs: [{ mitasId: 'demo', search: '' }],
  events: {
    'webhook.edit': {},
    'webhook.save': { url, secret },
    'webhook.cancel': {},
    'webhook.test': {},
    'webhook.remove': {},
    'webhook.retry': {},
    'place.changed': [],
  },
  actors: {
    webhookUpdates: callback({
      sends: [{ type: 'webhook.changed' }, { type: 'webhook.withheld' }],
      errors: [new Error('no journal')],
    }),
    loadWebhook: promise({ outputs: [{ status }, { status: null }] }),
    saveWebhook: promise({ outputs: [asOf] }),
    testWebhook: promise({
      outputs: [
        { taken: true, status: 200, reason: null },
        { taken: false, status: 500, reason: 'It answered 500.' },
      ],
    }),
    removeWebhook: promise({ outputs: [asOf] }),
  },
  systems: ['snackbar'],
  invariant: ({ snapshot, outside }) => {
    const { context } = snapshot;
    expect(JSON.stringify([context, outside]), 'address and secret stay nowhere').not.toMatch(/hidden/);
    expect(context.failure !== null, 'what failed says why').toBe(snapshot.hasTag('failed'));
    if (snapshot.hasTag('withheld')) expect(context.status, 'nothing is known of it').toBeNull();
    if (snapshot.matches('set')) expect(context.status).not.toBeNull();
  },
});
