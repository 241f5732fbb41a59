import { createActor, createMachine, type EventObject, fromCallback, SimulatedClock, type AnyActorRef } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  contactWindowMachine,
  type ContactWindowRef,
  hostNow,
  selectContents,
  selectGauge,
  selectRecordedAt,
} from '../../src/machines/contact-window/contact-window-machine.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { heartbeatMs } from '#model/contract/socket-messages.ts';
import { freshContacts } from '../support/live-contacts.ts';

const startedAt = 1_700_000_000_000;

/** Starts the contact window beside a socket that only records its requests, on a clock the test advances. */
function begin() {
  const clock = new SimulatedClock();
  const asked: EventObject[] = [];
  const now = () => startedAt + clock.now();
  const socket = fromCallback<EventObject>(({ receive }) => receive((event) => void asked.push(event)));
  const parent = createActor(
    createMachine({
      invoke: [
        { id: socketId, systemId: socketId, src: socket },
        { id: 'contactWindow', src: contactWindowMachine, input: { now } },
      ],
    }),
    { clock },
  ).start();
  const children = parent.getSnapshot().children as unknown as Record<string, AnyActorRef>;
  const actor = children['contactWindow'] as ContactWindowRef;
  const versions: number[] = [];
  actor.subscribe((snapshot) => {
    if (versions.at(-1) !== snapshot.context.version) versions.push(snapshot.context.version);
  });
  const receive = (count: number) => actor.send({ type: 'contacts.received', contacts: freshContacts(count, now()) });
  /** Advances the clock while the host sends a heartbeat every 2 s. */
  const live = (ms: number) => {
    for (let at = 0; at < ms; at += heartbeatMs) {
      actor.send({ type: 'message.received', message: { type: 'heartbeat', payload: { mitasId: 'demo', ts: now() } } });
      clock.increment(Math.min(heartbeatMs, ms - at));
    }
  };
  return { clock, asked, actor, versions, receive, live, now };
}

describe('contact window actor', () => {
  it('subscribes itself to contacts, to the time of the host, and to that of a replay', () => {
    const { asked, actor } = begin();
    expect(asked).toEqual([{ type: 'subscription.added', subscriber: actor, types: ['contact', 'heartbeat', 'replayed'] }]);
  });

  it.each([-3_600_000, 3_600_000])('takes in what a host says now when this computer is %i ms off', (ahead) => {
    const { actor, now } = begin();
    const hostTime = now() + ahead;
    actor.send({ type: 'message.received', message: { type: 'heartbeat', payload: { mitasId: 'demo', ts: hostTime } } });
    actor.send({ type: 'contacts.received', contacts: freshContacts(5, hostTime) });
    expect(selectContents(actor.getSnapshot()).tally).toMatchObject({ accepted: 5, tooNew: 0, tooOld: 0 });
    expect(hostNow(actor.getSnapshot().context)).toBe(hostTime);
  });

  it('takes contacts in at once and tells observers at most twenty times a second (LIVE-15)', () => {
    const { clock, actor, versions, receive } = begin();
    for (let time = 0; time < 100; time++) {
      receive(10);
      clock.increment(10);
    }
    expect(selectContents(actor.getSnapshot()).size).toBe(1_000);
    const [before, ...told] = versions;
    expect(before).toBe(0);
    expect(told.length).toBeLessThanOrEqual(20);
    expect(told.length).toBeGreaterThan(10);
    clock.increment(50);
    expect(actor.getSnapshot().context.version).toBe(selectContents(actor.getSnapshot()).version);
  });

  it('counts contacts by their own times: what is caught up is no rate of now (LIVE-12)', () => {
    const { live, actor, receive, now } = begin();
    expect(selectGauge(actor.getSnapshot()).text).toBe('–');
    live(1_000);
    receive(7);
    actor.send({ type: 'contacts.received', contacts: freshContacts(500, now() - 60_000) });
    live(9_000);
    expect(selectGauge(actor.getSnapshot())).toEqual({ perMinute: 84, needle: 84, text: '84', missed: false });
    live(5_000);
    expect(selectGauge(actor.getSnapshot()).perMinute).toBe(0);
  });

  it('knows when what a replay plays was recorded, and of the past what the window keeps (LIVE-33)', () => {
    const { actor, now } = begin();
    expect(selectRecordedAt(actor.getSnapshot(), now())).toBeNull();
    const tell = (played: number, recorded: number) =>
      actor.send({ type: 'message.received', message: { type: 'replayed', payload: { played, recorded } } });
    tell(now(), 1_000);
    tell(now() + 1_000, 31_000);
    const at = (after: number) => selectRecordedAt(actor.getSnapshot(), now() + after);
    expect([at(-1), at(999), at(1_000)]).toEqual([null, 1_000, 31_000]);
    actor.send({ type: 'window.hold', from: now(), to: now() + 999 });
    tell(now() + 400_000, 61_000);
    expect([at(999), at(400_000)], 'a paused view says what it said').toEqual([1_000, 61_000]);
    actor.send({ type: 'window.release' });
    tell(now() + 401_000, 91_000);
    expect([at(999), at(400_000)]).toEqual([null, 61_000]);
  });

  it('takes no silence of the host for one of its receivers', () => {
    const { clock, live, actor, receive } = begin();
    receive(7);
    live(10_000);
    clock.increment(10_000);
    expect(selectGauge(actor.getSnapshot())).toEqual({ perMinute: null, needle: 0, text: '–', missed: true });
    live(3_000);
    receive(1);
    live(7_000);
    expect(selectGauge(actor.getSnapshot()).perMinute).toBe(12);
    live(5_000);
    expect(selectGauge(actor.getSnapshot()).perMinute).toBe(0);
  });

  it('lets what has grown old go although nothing arrives, except what a view holds', () => {
    const { clock, actor, receive, now } = begin();
    receive(5);
    actor.send({ type: 'window.hold', from: now() - 1_000, to: now() + 1_000 });
    clock.increment(400_000);
    expect(selectContents(actor.getSnapshot()).size).toBe(5);
    actor.send({ type: 'window.release' });
    expect(selectContents(actor.getSnapshot()).size).toBe(0);
    expect(actor.getSnapshot().context.version).toBe(selectContents(actor.getSnapshot()).version);
  });

  it('keeps the contacts out of its serialised snapshot (CODE-6)', () => {
    const { actor, receive } = begin();
    receive(1_000);
    expect(JSON.stringify(actor.getPersistedSnapshot()).length).toBeLessThan(1_000);
  });
});
