import { describe, expect, it } from 'vitest';
import { createActor, createMachine, fromCallback, SimulatedClock, type AnyActorRef } from 'xstate';
import {
  contactWindowMachine,
  type ContactWindowRef,
  selectContents,
} from '../../src/machines/contact-window/contact-window-machine.ts';
import { liveStreamMachine, type LiveStreamRef } from '../../src/machines/live-stream/live-stream-machine.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { defaultSettings } from '#model/live/live-settings.ts';
import { freshContacts } from '../support/live-contacts.ts';

const startedAt = 1_700_000_000_000;

/** The live stream as a screen that is opened and left, beside the session's real contact window, on a clock that the test moves. */
function begin() {
  const clock = new SimulatedClock();
  const now = () => startedAt + clock.now();
  const root = createActor(
    createMachine({
      invoke: [
        { id: socketId, systemId: socketId, src: fromCallback(() => {}) },
        { id: 'contactWindow', systemId: 'contactWindow', src: contactWindowMachine, input: { now } },
      ],
      initial: 'open',
      on: { leave: '.left', open: '.open' },
      states: {
        open: { invoke: { id: 'liveStream', src: liveStreamMachine, input: { mitasId: 'demo', search: '?ant=1' } } },
        left: {},
      },
    }),
    { clock },
  ).start();
  const children = () => root.getSnapshot().children as unknown as Record<string, AnyActorRef>;
  const contactWindow = children()['contactWindow'] as ContactWindowRef;
  return {
    clock,
    now,
    root,
    contactWindow,
    stream: () => children()['liveStream'] as LiveStreamRef,
    size: () => selectContents(contactWindow.getSnapshot()).size,
    receive: (count: number) =>
      contactWindow.send({ type: 'contacts.received', contacts: freshContacts(count, now()), stored: false }),
  };
}

describe('a paused live stream', () => {
  it('stands where the host’s clock is, two seconds back (LIVE-4, LIVE-7)', () => {
    const { stream, contactWindow, now } = begin();
    const ts = now() + 600_000;
    contactWindow.send({ type: 'message.received', message: { type: 'heartbeat', payload: { mitasId: 'demo', ts } } });
    stream().send({ type: 'stream.pause' });
    expect(stream().getSnapshot().context.pausedAt).toBe(ts - 2_000);
    stream().send({ type: 'stream.resume' });
    expect(stream().getSnapshot().context.pausedAt).toBeNull();
  });

  it.each([
    ['is resumed', 'stream.resume'],
    ['is left', 'leave'],
  ] as const)('keeps its contacts until it %s', (_, ending) => {
    const { clock, root, stream, size, receive } = begin();
    receive(5);
    clock.increment(3_000);
    stream().send({ type: 'stream.pause' });
    clock.increment(400_000);
    expect(size()).toBe(5);
    if (ending === 'leave') root.send({ type: 'leave' });
    else stream().send({ type: ending });
    clock.increment(5_000);
    expect(size()).toBe(0);
  });

  it('runs again when it is opened again', () => {
    const { root, stream } = begin();
    stream().send({ type: 'stream.pause' });
    root.send({ type: 'leave' });
    root.send({ type: 'open' });
    expect(stream().getSnapshot().hasTag('paused')).toBe(false);
  });

  it('ends with the session in any order', () => {
    const { root, stream } = begin();
    stream().send({ type: 'stream.pause' });
    expect(() => root.stop()).not.toThrow();
  });
});

describe('the address of the live stream (LIVE-20)', () => {
  it('says what is shown from the beginning, and whenever it changes; filters that stay are the same object', () => {
    const { stream } = begin();
    const { filters } = stream().getSnapshot().context.settings;
    expect(filters.ant).toEqual([1]);
    stream().send({ type: 'place.changed', search: '?groupBy=code&ant=1' });
    expect(stream().getSnapshot().context.settings.groupBy).toBe('code');
    expect(stream().getSnapshot().context.settings.filters).toBe(filters);
    stream().send({ type: 'place.changed', search: '?ant=nine' });
    expect(stream().getSnapshot().context.settings).toEqual(defaultSettings);
  });

  it('closes the filters: what is chosen in them began with another address', () => {
    const { stream } = begin();
    stream().send({ type: 'filters.open' });
    stream().send({ type: 'place.changed', search: '' });
    expect(stream().getSnapshot().matches({ filters: 'closed' })).toBe(true);
  });
});
