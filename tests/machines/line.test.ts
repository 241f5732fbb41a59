import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, createMachine, fromCallback, SimulatedClock } from 'xstate';
import type { ConnectionEvent, SocketEvent, SocketFact } from '../../src/machines/socket/socket-events.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { pageMachine } from '../../src/machines/page/page-machine.ts';
import { lineMachine } from '../../src/machines/socket/line-machine.ts';
import { type ContactFeedRef, selectGap, selectGaps } from '../../src/machines/socket/contact-feed-machine.ts';
import {
  selectAttempt,
  selectContactFeed,
  selectIsAway,
  selectLine,
  selectLineTrouble,
  selectOrigin,
  selectSilentFor,
} from '../../src/machines/socket/socket-selectors.ts';
import { closeCodes, heartbeatMs, type Incoming } from '#model/contract/socket-messages.ts';
import { lineTroubleText, silentText, tryingText } from '#model/live/line-text.ts';

const startedAt = 1_700_000_000_000;

/** Starts a socket whose connection the test controls, with a subscriber to contacts. */
function begin() {
  const clock = new SimulatedClock();
  let slept = 0;
  const now = () => startedAt + clock.now() + slept;
  const facts: SocketFact[] = [];
  let speak: ((event: ConnectionEvent) => void) | undefined;
  let around: ((event: SocketEvent) => void) | undefined;
  let opened = 0;
  const socketLogic = lineMachine.provide({
    actors: {
      connection: fromCallback(({ sendBack }) => {
        opened++;
        speak = sendBack;
        return () => (speak = undefined);
      }),
      page: pageMachine.provide({ actors: { surroundings: fromCallback(({ sendBack }) => void (around = sendBack)) } }),
    },
  });
  const parent = createActor(
    createMachine({
      invoke: [
        {
          id: socketId,
          systemId: socketId,
          src: socketLogic,
          input: { url: 'ws://host/socket/demo', origin: 'https://console.example', mitasId: 'demo', random: () => 0, now },
        },
        { id: 'subscriber', src: fromCallback(() => {}) },
      ],
      on: { '*': { actions: ({ event }) => facts.push(event as SocketFact) } },
    }),
    { clock },
  ).start();
  const children = parent.getSnapshot().children as Record<string, unknown>;
  const socket = children[socketId] as ActorRefFrom<typeof lineMachine>;
  const feed = () => selectContactFeed(socket.getSnapshot()) as ContactFeedRef;
  const hear = (message: Incoming) => speak?.({ type: 'connection.messageReceived', message });
  let next = 1;
  const beat = () => hear({ type: 'heartbeat', payload: { mitasId: 'demo', ts: now(), at: { epoch: 'one', next } } });
  const answer = (resumed: boolean, epoch = 'one', head = next - 1) =>
    hear({
      type: 'subscribed',
      payload: { topic: 'receivers', ask: feed().getSnapshot().context.stream.ask, epoch, next, head, resumed },
    });
  const filled = (since: number) => {
    const { ask } = feed().getSnapshot().context.stream;
    hear({ type: 'gapFilled', payload: { ask, replay: 'r', since, contacts: 0, complete: true } });
  };
  socket.send({ type: 'subscription.added', subscriber: children['subscriber'] as never, types: ['contact'] });
  socket.send({ type: 'line.connect' });
  return {
    clock,
    now,
    /** Lets time pass while no timer runs, as in a sleeping computer. */
    sleep: (ms: number) => void (slept += ms),
    facts,
    socket,
    hear,
    beat,
    answer,
    /** Answers that storage has had no contacts since. */
    filled,
    opened: () => opened,
    around: (event: SocketEvent) => around?.(event),
    close: (code: number) => speak?.({ type: 'connection.closed', code, reason: '' }),
    reject: () => speak?.({ type: 'connection.frameRejected', reason: 'not JSON' }),
    /** Lets `ms` pass while the host sends its heartbeat every 2 s. */
    live(ms: number) {
      for (let at = 0; at < ms; at += heartbeatMs) {
        clock.increment(heartbeatMs);
        beat();
      }
    },
    silentFor: () => selectSilentFor(socket.getSnapshot()),
    feed,
    /** Only the gaps since the page began to receive. */
    gaps: () => selectGaps(feed().getSnapshot()).filter(({ from }) => from > 0),
    before: () => selectGaps(feed().getSnapshot()).filter(({ from }) => from === 0),
    line: () => selectLine(socket.getSnapshot()),
  };
}

function live() {
  const on = begin();
  on.beat();
  on.answer(true);
  on.live(20_000);
  return on;
}

it('the line is said to be in one way at a time, as it goes', () => {
  const on = begin();
  expect(selectLine(undefined)).toBe('connecting');
  expect(on.line()).toBe('connecting');
  on.close(closeCodes.originRefused);
  expect(on.line()).toBe('failed');
  on.socket.send({ type: 'line.retry' });
  expect(on.line(), 'a line that never was is not lost').toBe('connecting');
  on.beat();
  on.answer(true);
  expect(on.line()).toBe('open');
  on.clock.increment(5_000);
  expect(on.line()).toBe('silent');
  on.beat();
  expect(on.line()).toBe('open');
  on.close(1006);
  expect(on.line()).toBe('reconnecting');
  on.clock.increment(30_000);
  on.beat();
  expect(on.line()).toBe('open');
  on.close(closeCodes.originRefused);
  expect(on.line()).toBe('failed');
  on.socket.send({ type: 'line.retry' });
  expect(on.line()).toBe('reconnecting');
});

describe('a host that stands still', () => {
  it('is not said of one that beats every 2 s, however quiet its receivers are', () => {
    const { silentFor, gaps, line } = live();
    expect(silentFor()).toBeNull();
    expect(gaps()).toEqual([]);
    expect(line()).toBe('open');
  });

  it('is told after 5 s without a frame, second by second, and the line is kept until 30 s', () => {
    const { clock, silentFor, line, facts, opened } = live();
    clock.increment(4_999);
    expect(silentFor()).toBeNull();
    clock.increment(1);
    const told: (number | null)[] = [silentFor()];
    expect(line()).toBe('silent');
    for (let second = 0; second < 24; second++) {
      clock.increment(1_000);
      told.push(silentFor());
    }
    expect(told).toEqual(Array.from({ length: 25 }, (_, index) => 5 + index));
    expect(facts).toEqual([{ type: 'line.opened' }]);
    expect(opened()).toBe(1);
    clock.increment(1_000);
    expect(facts.at(-1)).toEqual({ type: 'line.lost' });
    expect(silentFor()).toBeNull();
    expect(line()).toBe('reconnecting');
  });

  it('counts by the clock, so that a tab whose timers are slowed says the true number', () => {
    const { clock, sleep, silentFor } = live();
    clock.increment(5_000);
    sleep(9_000);
    clock.increment(1_000);
    expect(silentFor()).toBe(15);
  });

  it.each(['beat', 'reject'] as const)('any frame ends it (%s)', (word) => {
    const on = live();
    on.clock.increment(8_000);
    expect(on.silentFor()).toBe(8);
    on[word]();
    expect(on.silentFor()).toBeNull();
    expect(on.gaps()).toEqual([]);
    expect(on.line()).toBe('open');
    on.clock.increment(4_999);
    expect(on.silentFor()).toBeNull();
  });

  it('is said too while the line is being checked because the tab was shown', () => {
    const on = live();
    on.clock.increment(3_000);
    on.around({ type: 'page.shown' });
    on.clock.increment(2_000);
    expect(on.silentFor()).toBe(5);
  });
});

describe('what was not received', () => {
  it('is all from before the page began to receive, by the host’s clock (LIVE-23)', () => {
    const on = begin();
    const first = on.now();
    on.beat();
    expect(on.before(), 'nothing was asked for yet').toEqual([]);
    on.answer(true);
    expect(on.before()).toEqual([{ from: 0, to: first, partial: false }]);
    on.live(20_000);
    expect(on.before()).toEqual([{ from: 0, to: first, partial: false }]);
  });

  it('is only what storage does not have, once somebody wants to see the past (LIVE-25)', () => {
    const on = begin();
    on.socket.send({ type: 'past.wanted' });
    const since = on.now() - 300_000;
    on.beat();
    on.answer(false);
    expect(
      on
        .feed()
        .getSnapshot()
        .matches({ up: { wanted: 'restoring' } }),
    ).toBe(true);
    on.filled(since);
    expect(on.feed().getSnapshot().hasTag('gap')).toBe(false);
    expect(on.before()).toEqual([{ from: 0, to: since, partial: false }]);
  });

  it('is that too where the past is wanted of a line that runs, which asks for it at once, and once', () => {
    const on = live();
    const asked = () => on.feed().getSnapshot().context.stream.ask;
    expect(asked()).toBe(1);
    on.socket.send({ type: 'past.wanted' });
    expect(asked()).toBe(2);
    on.answer(false);
    on.filled(startedAt - 300_000);
    expect(on.before()).toEqual([{ from: 0, to: startedAt - 300_000, partial: false }]);
    expect(on.gaps()).toEqual([]);
    on.socket.send({ type: 'past.wanted' });
    expect(asked()).toBe(2);
  });

  it('is said to be missing where the past is wanted while the line is cut, until it has come (LIVE-34)', () => {
    const on = live();
    const last = on.now();
    on.close(1006);
    on.socket.send({ type: 'past.wanted' });
    on.clock.increment(1_000);
    on.beat();
    expect([selectGap(on.feed().getSnapshot()), on.gaps()]).toEqual([true, [{ from: last, to: null, partial: false }]]);
    on.answer(false, 'two');
    on.beat();
    expect([selectGap(on.feed().getSnapshot()), on.gaps()]).toEqual([true, [{ from: last, to: null, partial: false }]]);
    on.filled(last - 100_000);
    expect([selectGap(on.feed().getSnapshot()), on.gaps()]).toEqual([false, []]);
  });

  it('is not asked for where the page has received for as long as the window keeps', () => {
    const on = live();
    on.live(300_000);
    on.socket.send({ type: 'past.wanted' });
    expect(on.feed().getSnapshot().context.stream.ask).toBe(1);
  });

  it('lasts from the last word on while the host is silent, and is gone when it speaks again with nothing missing', () => {
    const { clock, now, gaps, beat } = live();
    const last = now();
    clock.increment(5_000);
    expect(gaps()).toEqual([{ from: last, to: null, partial: false }]);
    clock.increment(7_000);
    expect(gaps()).toEqual([{ from: last, to: null, partial: false }]);
    beat();
    expect(gaps()).toEqual([]);
  });

  it('begins at once where the line breaks, and lasts until what was missed has come', () => {
    const on = live();
    const last = on.now();
    on.clock.increment(1_000);
    on.close(1006);
    expect(on.gaps()).toEqual([{ from: last, to: null, partial: false }]);
    on.clock.increment(1_000);
    on.beat();
    expect(on.gaps(), 'a greeting says nothing of contacts').toHaveLength(1);
    on.answer(true, 'one', 3);
    on.clock.increment(500);
    expect(on.gaps()).toHaveLength(1);
    const contact = { rxId: 1, ant: 1, freq: 150, type: 18, power: -80, ts: on.now() };
    on.hear({ type: 'contact', payload: [1, 2, 3].map((code) => ({ ...contact, code })), at: { epoch: 'one', from: 1 } });
    expect(on.gaps()).toEqual([]);
  });

  it('stays where the host had more than it sends again', () => {
    const on = live();
    const last = on.now();
    on.close(1006);
    on.clock.increment(60_000);
    on.beat();
    on.answer(false, 'two');
    const { ask } = on.feed().getSnapshot().context.stream;
    const end = on.now();
    on.hear({ type: 'gapFilled', payload: { ask, replay: 'r', since: last - 200_000, contacts: 0, complete: false } });
    const before = { from: last - 200_000, to: startedAt, partial: true };
    expect(on.gaps()).toEqual([before, { from: last, to: end, partial: true }]);
    on.live(10_000);
    expect(on.gaps()).toHaveLength(2);
  });

  it('a sleeping computer has it from before it slept', () => {
    const on = live();
    const last = on.now();
    on.sleep(3_600_000);
    on.around({ type: 'clock.jumped' });
    expect(on.gaps()).toEqual([{ from: last, to: null, partial: false }]);
  });
});

describe('a page that is refused', () => {
  it('is final: the host is not asked again and again, and the reason is told (SOCK-23)', () => {
    const { close, clock, opened, socket, line, facts } = begin();
    close(closeCodes.originRefused);
    clock.increment(3_600_000);
    expect(opened()).toBe(1);
    expect(facts).toEqual([{ type: 'line.failed' }]);
    expect([line(), selectIsAway(socket.getSnapshot())]).toEqual(['failed', false]);
    expect(selectLineTrouble(socket.getSnapshot())).toBe('originRefused');
    expect(lineTroubleText(selectLineTrouble(socket.getSnapshot()), selectOrigin(socket.getSnapshot()))).toEqual({
      title: 'The host refused this page’s address (https://console.example)',
      advice:
        'This page gets no live data. Ask the operator to set PUBLIC_URL to that address, or to use a certificate that names it.',
    });
    socket.send({ type: 'line.retry' });
    expect(opened()).toBe(2);
  });

  it('is told apart from a host that cannot be reached, which is given up after ten attempts', () => {
    const { close, clock, opened, socket, line } = begin();
    close(1006);
    expect(tryingText(selectAttempt(socket.getSnapshot()))).toBe(
      'The host does not answer on its live connection. Retrying, 1 of 10',
    );
    expect(selectIsAway(socket.getSnapshot()), 'the host is away before it was ever heard (ERR-15)').toBe(true);
    for (let attempt = 0; attempt < 40; attempt++) {
      close(1006);
      clock.increment(30_000);
    }
    expect(opened()).toBe(11);
    expect([line(), selectIsAway(socket.getSnapshot())]).toEqual(['failed', true]);
    expect(lineTroubleText(selectLineTrouble(socket.getSnapshot()), '')).toEqual({
      title: 'Could not connect to MITAS Host, please contact an admin',
      advice: null,
    });
  });
});

describe('a line that was given up', () => {
  it('is tried for again when there is a fresh token', () => {
    const { close, clock, opened, socket } = begin();
    close(closeCodes.unauthorized);
    clock.increment(15_000);
    expect(selectLineTrouble(socket.getSnapshot())).toBe('unreachable');
    socket.send({ type: 'token.renewed' });
    expect([opened(), selectLineTrouble(socket.getSnapshot())]).toEqual([2, null]);
  });

  it('is not one without a network: it waits for that, and then comes back at once', () => {
    const { close, clock, opened, socket, around } = begin();
    around({ type: 'network.lost' });
    for (let attempt = 0; attempt < 40; attempt++) {
      close(1006);
      clock.increment(30_000);
    }
    expect(selectLineTrouble(socket.getSnapshot())).toBeNull();
    close(1006);
    const before = opened();
    around({ type: 'network.returned' });
    expect(opened()).toBe(before + 1);
  });
});

it('says how long in words', () => {
  expect(silentText(7)).toBe('No word from the host for 7 s');
});
