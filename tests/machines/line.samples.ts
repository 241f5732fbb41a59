import { expect } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { closeCodes, type Incoming, silenceMs } from '#model/contract/socket-messages.ts';
import { maxAttempts, quietMs, quietTickMs } from '#model/live/line-timing.ts';
import { lineMachine } from '../../src/machines/socket/line-machine.ts';
import type { ConnectionEvent } from '../../src/machines/socket/socket-events.ts';
import { freshContacts } from '../support/live-contacts.ts';
import { callback, child, samples } from '../support/machine-paths.ts';

const subscriber = createActor(fromCallback(() => {})).start();
const subscription = { subscriber, types: ['contact', 'newRxState'] as const };
const ts = 1_000_000_000_000;

const messages: Incoming[] = [
  { type: 'heartbeat', payload: { mitasId: 'river', ts } },
  { type: 'newRxState', payload: { rxId: 1, state: 4, ts } },
  { type: 'contact', payload: freshContacts(1, ts), at: { epoch: 'one', from: 1 } },
];

const greeting: ConnectionEvent = {
  type: 'connection.messageReceived',
  message: { type: 'heartbeat', payload: { mitasId: 'demo', ts } },
};
const cut: ConnectionEvent = { type: 'connection.closed', code: 1006, reason: '' };
const unauthorized: ConnectionEvent = { type: 'connection.closed', code: closeCodes.unauthorized, reason: '' };

const connectionSends: readonly ConnectionEvent[] = [
  greeting,
  ...messages.map((message): ConnectionEvent => ({ type: 'connection.messageReceived', message })),
  { type: 'connection.frameRejected', reason: 'The frame is not JSON' },
  { type: 'connection.frameRejected', reason: 'not known', unknownType: 'news' },
  cut,
  unauthorized,
  { type: 'connection.closed', code: closeCodes.forbidden, reason: '' },
  { type: 'connection.closed', code: closeCodes.originRefused, reason: '' },
];

/** Returns the step in which the connection sends this event. */
const sends = (event: ConnectionEvent) => `connection sends ${event.type} #${connectionSends.indexOf(event)}`;
/** Failed attempts, until the line no longer retries by itself. */
const inVain = Array.from({ length: maxAttempts }, () => [sends(cut), 'wait']).flat();
/** No frames, until the line counts as lost. */
const silence = Array.from({ length: (silenceMs - quietMs) / quietTickMs + 1 }, () => 'wait');

export default samples({
  machine: lineMachine,
  inputs: [
    { url: 'ws://127.0.0.1/socket/demo', origin: 'http://127.0.0.1', mitasId: 'demo', random: () => 0, now: () => Date.now() },
  ],
  events: {
    'line.connect': {},
    'line.retry': {},
    'line.send': { message: { type: 'rxReboot', payload: [1] } },
    'subscription.added': subscription,
    'subscription.removed': subscription,
    'token.renewed': {},
    'past.wanted': {},
  },
  actors: {
    connection: callback({
      sends: connectionSends,
      errors: [new Error('no socket')],
    }),
    contactFeed: child({
      sends: [
        { type: 'subscription.send', message: { type: 'subscribe', payload: 'receivers', ask: 1 } },
        { type: 'subscription.unanswered' },
        { type: 'contacts.received', contacts: freshContacts(1, ts) },
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
  leads: [
    { steps: ['line.connect', sends(greeting), ...silence] },
    { steps: ['line.connect', ...inVain, sends(cut)] },
    { steps: ['line.connect', ...inVain, sends(unauthorized), 'token.renewed'] },
  ],
  serializeState: ({ value, context: { subscriptions, attempt } }) =>
    JSON.stringify([value, subscriptions.length > 0, attempt < maxAttempts]),
  invariant: ({ snapshot, outside }) => {
    const isOpen = snapshot.matches({ line: { attached: 'open' } });
    expect(snapshot.matches({ host: 'heard' }) || snapshot.matches({ host: 'silent' }), 'words come over an open line').toBe(
      isOpen,
    );
    const announced = outside.parent.filter(({ type }) => type === 'line.opened' || type === 'line.lost').at(-1)?.type;
    expect(announced === 'line.opened', 'the session knows whether the line is open').toBe(isOpen);
  },
  limit: 20_000,
});
