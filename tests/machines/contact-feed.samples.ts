import { expect } from 'vitest';
import type { Incoming } from '#model/contract/socket-messages.ts';
import { askForContacts, hasBegun, progressOf, seeksPast, streamStatus } from '#model/live/contact-stream.ts';
import { contactFeedMachine } from '../../src/machines/socket/contact-feed-machine.ts';
import { freshContacts } from '../support/live-contacts.ts';
import { samples } from '../support/machine-paths.ts';

const ts = 1_000_000_000_000;
const contacts = freshContacts(3, ts);

/** Messages the host may send in each situation; each changes the status of some stream. */
const messages = (ask: number): Incoming[] => [
  { type: 'heartbeat', payload: { mitasId: 'demo', ts } },
  { type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'one', next: 1, head: 0, resumed: true } },
  { type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'one', next: 1, head: 3, resumed: true } },
  { type: 'subscribed', payload: { topic: 'receivers', ask, epoch: 'two', next: 1, head: 0, resumed: false } },
  { type: 'contact', payload: contacts.slice(0, 1), at: { epoch: 'one', from: 1 } },
  { type: 'contact', payload: contacts, at: { epoch: 'one', from: 1 } },
  { type: 'contact', payload: contacts, at: { epoch: 'one', from: 5 } },
  { type: 'contact', payload: contacts.slice(0, 2), stored: { replay: 'replay', from: 1 } },
  { type: 'contact', payload: contacts.slice(0, 2), stored: { replay: 'replay', from: 1, since: ts - 9_000 } },
  { type: 'gapFilled', payload: { ask, replay: 'replay', since: ts, contacts: 0, complete: true } },
  { type: 'gapFilled', payload: { ask, replay: 'replay', since: ts, contacts: 5, complete: true } },
];

export default samples({
  machine: contactFeedMachine,
  inputs: [{ now: () => ts }],
  // In the line's own order: it opens before it is lost; while open it alternates between silent and heard.
  events: {
    'line.opened': (snapshot) => (snapshot.matches('down') ? [{}] : []),
    'line.lost': (snapshot) => (snapshot.matches('up') ? [{}] : []),
    'line.silent': (snapshot) => (snapshot.matches('up') ? [{}] : []),
    'line.heard': (snapshot) => (snapshot.matches('up') ? [{}] : []),
    'contacts.wanted': (snapshot) => (snapshot.matches({ down: 'unwanted' }) || snapshot.matches({ up: 'unwanted' }) ? [{}] : []),
    'contacts.unwanted': (snapshot) =>
      snapshot.matches({ down: 'unwanted' }) || snapshot.matches({ up: 'unwanted' }) ? [] : [{}],
    'past.wanted': {},
    'message.received': ({ context }) => messages(context.stream.ask).map((message) => ({ message })),
  },
  serializeState: ({ value, context: { stream, reception } }) => {
    const { message } = askForContacts(stream);
    return JSON.stringify([
      value,
      streamStatus(stream),
      message.after,
      progressOf(stream),
      stream.wantsPast,
      seeksPast(stream),
      Math.min(stream.ask, 2),
      reception.gaps.length,
    ]);
  },
  invariant: ({ snapshot }) => {
    const { stream, reception } = snapshot.context;
    const isUp = snapshot.matches('up');
    const isMissingSome = hasBegun(stream) && !(isUp && streamStatus(stream) === 'whole');
    expect(snapshot.hasTag('gap'), 'a gap is shown from its beginning until it is filled').toBe(isMissingSome);
    const lasts = reception.gaps.at(-1)?.to === null;
    const isSought = hasBegun(stream) || stream.wantsPast;
    if (lasts) expect(isSought, 'a gap is drawn only while something may be missing').toBe(true);
    const isAwaited = reception.gaps.some(({ awaited }) => awaited);
    if (isUp && isAwaited && reception.wholeAt !== null)
      expect(streamStatus(stream), 'and nothing is awaited of what is whole (LIVE-34)').not.toBe('whole');
    if (!isUp && isMissingSome && reception.wholeAt !== null)
      expect(lasts, 'and whenever a line that was whole is gone').toBe(true);
  },
  limit: 20_000,
});
