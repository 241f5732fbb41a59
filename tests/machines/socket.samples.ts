import { expect } from 'vitest';
import { assign, createActor, fromCallback } from 'xstate';
import { closeCodes, type Incoming } from '#model/contract/socket-messages.ts';
import { askForContacts, hasBegun, streamStatus } from '#model/live/contact-stream.ts';
import { type SocketContext, socketMachine } from '../../src/machines/socket/socket-machine.ts';
import { freshContacts } from '../support/live-contacts.ts';
import { callback, child, samples } from '../support/machine-paths.ts';

const subscriber = createActor(fromCallback(() => {})).start();
const subscription = { subscriber, types: ['contact', 'newRxState'] as const };
const ts = 1_000_000_000_000;
const contacts = freshContacts(3, ts);

/** What a host may say, given where the console stands: each message here moves a stream of some status to another. */
const messages = (ask: number): Incoming[] => [
  { type: 'heartbeat', payload: { mitasId: 'demo', ts } },
  { type: 'heartbeat', payload: { mitasId: 'river', ts } },
  { type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'one', next: 1, head: 0, resumed: true } },
  { type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'one', next: 1, head: 3, resumed: true } },
  { type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'two', next: 1, head: 0, resumed: false } },
  { type: 'contact', payload: contacts.slice(0, 1), at: { epoch: 'one', from: 1 } },
  { type: 'contact', payload: contacts, at: { epoch: 'one', from: 1 } },
  { type: 'contact', payload: contacts, at: { epoch: 'one', from: 5 } },
  { type: 'contact', payload: contacts.slice(0, 2), stored: { replay: 'replay', from: 1 } },
  { type: 'gapFilled', payload: { ask, replay: 'replay', since: ts, contacts: 0, complete: true } },
  { type: 'gapFilled', payload: { ask, replay: 'replay', since: ts, contacts: 5, complete: true } },
];

const sends = (ask: number) => messages(ask).map((message) => ({ type: 'connection.messageReceived', message }));

/** Asks are numbered; only the newest one's answer counts, and two of them lead through every state. */
const asks = [1, 2];

const allDelays = [
  'connectTimeout',
  'replyTimeout',
  'silence',
  'settled',
  'backOff',
  'tokenTimeout',
  'gapWait',
  'storedWait',
  'offlineWait',
] as const;

/**
 * Times that coincide and few attempts: the search tells situations apart by the timers that run, and there are many at once. The host
 * falls silent just before those, and once more is counted.
 */
const machine = socketMachine.provide({
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
        ...asks.flatMap(sends),
        { type: 'connection.frameRejected', reason: 'The frame is not JSON' },
        { type: 'connection.frameRejected', reason: 'not known', unknownType: 'news' },
        { type: 'connection.closed', code: 1006, reason: '' },
        { type: 'connection.closed', code: closeCodes.unauthorized, reason: '' },
        { type: 'connection.closed', code: closeCodes.forbidden, reason: '' },
        { type: 'connection.closed', code: closeCodes.originRefused, reason: '' },
      ],
      errors: [new Error('no socket')],
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
  // Whether there is a network makes no difference to contacts: walked without them only.
  serializeState: ({ value: { page, ...value }, context }) =>
    JSON.stringify([value, context.subscriptions.length > 0 ? null : page, essence(context)]),
  invariant: ({ snapshot }) => {
    const { stream } = snapshot.context;
    const isOpen = snapshot.matches({ line: { attached: 'open' } });
    expect(snapshot.matches({ contacts: 'up' }), 'contacts are asked for exactly while the line is open').toBe(isOpen);
    const isMissingSome = hasBegun(stream) && !(isOpen && streamStatus(stream) === 'whole');
    expect(snapshot.hasTag('gap'), 'a gap is shown from its beginning until it is filled').toBe(isMissingSome);
    const isSilent = snapshot.hasTag('silent');
    if (isSilent) expect(isOpen, 'silence is told of an open line only').toBe(true);
    const lasts = snapshot.context.reception.gaps.at(-1)?.to === null;
    if (lasts) expect(isMissingSome || isSilent, 'a gap is drawn only while something may be missing').toBe(true);
    if (!isOpen && isMissingSome && snapshot.context.reception.wholeAt !== null)
      expect(lasts, 'and whenever a line that was whole is gone').toBe(true);
  },
  limit: 20_000,
});

/** What decides on the way ahead: times and counters beside it grow without end. */
function essence(context: SocketContext): unknown {
  const { stream, subscriptions, attempt, silentFor } = context;
  const wants = subscriptions.length > 0;
  return [
    wants,
    Math.min(attempt, 2),
    silentFor,
    streamStatus(stream),
    stream.tracker?.epoch,
    Math.min(stream.ask, 2),
    askForContacts(stream).message.after,
  ];
}
