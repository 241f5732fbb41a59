import { expect } from 'vitest';
import { assign, createActor, fromCallback } from 'xstate';
import { closeCodes, type Incoming } from '#model/contract/socket-messages.ts';
import { lineMachine } from '../../src/machines/socket/line-machine.ts';
import { freshContacts } from '../support/live-contacts.ts';
import { callback, child, samples } from '../support/machine-paths.ts';

const subscriber = createActor(fromCallback(() => {})).start();
const subscription = { subscriber, types: ['contact', 'newRxState'] as const };
const ts = 1_000_000_000_000;

const messages: Incoming[] = [
  { type: 'heartbeat', payload: { mitasId: 'demo', ts } },
  { type: 'heartbeat', payload: { mitasId: 'river', ts } },
  { type: 'newRxState', payload: { rxId: 1, state: 4, ts } },
  { type: 'contact', payload: freshContacts(1, ts), at: { epoch: 'one', from: 1 } },
];

const allDelays = ['connectTimeout', 'replyTimeout', 'silence', 'settled', 'backOff', 'tokenTimeout', 'offlineWait'] as const;

/**
 * Times that coincide and few attempts: the search tells situations apart by the timers that run, and there
 * are many at once. The host falls silent just before those, and once more is counted.
 */
const machine = lineMachine.provide({
  delays: { ...Object.fromEntries(allDelays.map((name) => [name, 1_000])), quiet: 999, quietTick: 0.6 },
  actions: { countSilence: assign({ silentFor: ({ context }) => context.silentFor + 1 }) },
  guards: { hasAttemptsLeft: ({ context }) => context.attempt < 2 },
});

export default samples({
  machine,
  inputs: [{ url: 'ws://127.0.0.1/socket/demo', origin: 'http://127.0.0.1', mitasId: 'demo', random: () => 0, now: () => ts }],
  events: {
    'line.connect': {},
    'line.retry': {},
    'line.send': { message: { type: 'rxReboot', payload: [1] } },
    'subscription.added': subscription,
    'subscription.removed': subscription,
    'token.renewed': {},
  },
  actors: {
    connection: callback({
      sends: [
        ...messages.map((message) => ({ type: 'connection.messageReceived', message })),
        { type: 'connection.frameRejected', reason: 'The frame is not JSON' },
        { type: 'connection.frameRejected', reason: 'not known', unknownType: 'news' },
        { type: 'connection.closed', code: 1006, reason: '' },
        { type: 'connection.closed', code: closeCodes.unauthorized, reason: '' },
        { type: 'connection.closed', code: closeCodes.forbidden, reason: '' },
        { type: 'connection.closed', code: closeCodes.originRefused, reason: '' },
      ],
      errors: [new Error('no socket')],
    }),
    contactFeed: child({
      sends: [
        { type: 'subscription.send', message: { type: 'subscribe', payload: 'receivers', ask: 1 } },
        { type: 'subscription.unanswered' },
        { type: 'contacts.received', contacts: freshContacts(1, ts), stored: false },
      ],
      errors: [new Error('broken')],
    }),
    page: child({
      sends: [
        { type: 'page.forgotten' },
        { type: 'page.shown' },
        { type: 'network.lost' },
        { type: 'network.returned' },
        { type: 'clock.jumped' },
      ],
      errors: [new Error('no page')],
    }),
  },
  // Whether there is a network makes no difference to who wants contacts: walked without them only.
  serializeState: ({ value: { page, ...value }, context: { subscriptions, attempt, silentFor } }) =>
    JSON.stringify([value, subscriptions.length > 0 ? null : page, subscriptions.length > 0, Math.min(attempt, 2), silentFor]),
  invariant: ({ snapshot, outside }) => {
    const isOpen = snapshot.matches({ line: { attached: 'open' } });
    expect(snapshot.matches({ host: 'heard' }) || snapshot.matches({ host: 'silent' }), 'words come over an open line').toBe(
      isOpen,
    );
    const told = outside.parent.filter(({ type }) => type === 'line.opened' || type === 'line.lost').at(-1)?.type;
    expect(told === 'line.opened', 'the session knows whether the line is open').toBe(isOpen);
  },
  limit: 20_000,
});
