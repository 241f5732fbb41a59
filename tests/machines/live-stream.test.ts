import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, createMachine, fromCallback, SimulatedClock, type AnyActorRef } from 'xstate';
import {
  contactWindowMachine,
  type ContactWindowRef,
  selectContents,
} from '../../src/machines/contact-window/contact-window-machine.ts';
import { surroundingsLogic } from '../../src/machines/page/surroundings-logic.ts';
import {
  liveStreamMachine,
  type LiveStreamRef,
  selectWhyNoCsv,
  selectWhyNoPicture,
  selectFigures,
  selectHeard,
  selectHeardReceivers,
  selectIsCounting,
  selectSummary,
} from '../../src/machines/live-stream/live-stream-machine.ts';
import { socketId } from '../../src/machines/socket/socket-id.ts';
import { defaultSettings } from '#model/live/live-settings.ts';
import { type ReceptionGap, unknownGaps } from '#model/live/reception.ts';
import { LatestContacts } from '#model/live/latest-contacts.ts';
import { LiveView } from '#model/live/live-view.ts';
import type { Surroundings, SurroundingsChange } from '../../src/services/ports.ts';
import { freshContacts } from '../support/live-contacts.ts';

const startedAt = 1_700_000_000_000;

afterEach(() => void vi.restoreAllMocks());

/**
 * Starts the live stream as a screen that can be opened and left, beside the session's real contact window,
 * on a clock the test advances.
 */
function begin({ isHidden = false } = {}) {
  const clock = new SimulatedClock();
  const now = () => startedAt + clock.now();
  let onVisibility: (change: SurroundingsChange) => void = () => {};
  const surroundings: Surroundings = {
    subscribe(listener) {
      onVisibility = listener;
      if (isHidden) listener('hidden');
      return () => void (onVisibility = () => {});
    },
  };
  let tellReception: (gaps: readonly ReceptionGap[]) => void = () => {};
  const followReception = fromCallback(({ sendBack }) => {
    tellReception = (gaps) => sendBack({ type: 'reception.changed', gaps });
    tellReception([]);
  });
  const liveStream = liveStreamMachine.provide({ actors: { surroundings: surroundingsLogic(surroundings), followReception } });
  const root = createActor(
    createMachine({
      invoke: [
        { id: socketId, systemId: socketId, src: fromCallback(() => {}) },
        { id: 'contactWindow', systemId: 'contactWindow', src: contactWindowMachine, input: { now } },
      ],
      initial: 'open',
      on: { leave: '.left', open: '.open' },
      states: {
        open: { invoke: { id: 'liveStream', src: liveStream, input: { mitasId: 'demo', search: '?ant=1' } } },
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
    see: (change: SurroundingsChange) => onVisibility(change),
    tellReception: (gaps: readonly ReceptionGap[]) => tellReception(gaps),
    size: () => selectContents(contactWindow.getSnapshot()).size,
    receive: (count: number) => contactWindow.send({ type: 'contacts.received', contacts: freshContacts(count, now()) }),
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

  it('keeps all that five minutes can show, whichever time is chosen, and nothing older (LIVE-7)', () => {
    const { clock, contactWindow, stream, size, now } = begin();
    const hear = (ago: number) => {
      const contacts = freshContacts(1, now()).map((contact) => ({ ...contact, ts: now() - ago }));
      contactWindow.send({ type: 'contacts.received', contacts });
    };
    clock.increment(400_000);
    // The view is two seconds behind: its five minutes begin 302 s ago.
    hear(303_000);
    hear(301_000);
    hear(31_000);
    hear(3_000);
    stream().send({ type: 'stream.pause' });
    clock.increment(700_000);
    expect(size()).toBe(3);
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

describe('the figures of the live stream (LIVE-4)', () => {
  const begun = () => {
    const on = begin();
    on.stream().send({ type: 'place.changed', search: '' });
    return { ...on, figures: () => selectFigures(on.stream().getSnapshot()) };
  };

  it('are computed once a second, whatever comes in between', () => {
    const { clock, figures, receive } = begun();
    const first = figures();
    receive(3);
    clock.increment(999);
    expect(figures()).toBe(first);
    clock.increment(1);
    expect(figures()).not.toBe(first);
  });

  it('are known, and said, as soon as what was heard before is in the window (LIVE-34)', () => {
    const { clock, figures, receive, stream, tellReception } = begun();
    const summary = () => selectSummary(stream().getSnapshot());
    tellReception(unknownGaps);
    clock.increment(100);
    const whyNoFile = () => [selectWhyNoCsv, selectWhyNoPicture].map((select) => select(stream().getSnapshot()));
    const stillLoading = Array<string>(2).fill('what it shows is still loading');
    expect([figures().loading, whyNoFile()]).toEqual([true, stillLoading]);
    clock.increment(3_000);
    receive(2);
    clock.increment(2_000);
    // The last contacts reach the window after the reception is known.
    tellReception([]);
    expect(figures().loading).toBe(true);
    clock.increment(0);
    expect([figures().loading, figures().legend.shown]).toEqual([false, 2]);
    expect(summary()).toBe(figures());
    expect(whyNoFile()).toEqual([null, null]);
    const last = figures();
    tellReception([{ from: 0, to: 1, partial: false }]);
    clock.increment(0);
    expect(figures(), 'what comes of times that are not shown changes nothing').toBe(last);
  });

  it('are another at once when something else is to be shown', () => {
    const { clock, stream, figures, receive } = begun();
    receive(3);
    clock.increment(4_000);
    expect(figures().legend).toMatchObject({ groupBy: 'rxId', shown: 3, hidden: 0 });
    stream().send({ type: 'place.changed', search: '?groupBy=code&display=table' });
    expect(figures().legend).toMatchObject({ groupBy: 'code', shown: 3 });
    stream().send({ type: 'place.changed', search: '?rxId=2000000000' });
    expect(figures().legend).toMatchObject({ groupBy: 'rxId', shown: 0, hidden: 3 });
  });

  it('stand while the view stands, and go on at once when it goes on', () => {
    const { clock, stream, figures, receive } = begun();
    receive(3);
    clock.increment(4_000);
    stream().send({ type: 'stream.pause' });
    const { range } = figures();
    clock.increment(60_000);
    expect(figures()).toMatchObject({ range, legend: { shown: 3 } });
    stream().send({ type: 'stream.resume' });
    expect(figures()).toMatchObject({ range: { to: range.to + 60_000 }, legend: { shown: 0 } });
  });

  it('are computed once at the opening', () => {
    const computed = vi.spyOn(LiveView.prototype, 'legend');
    begin();
    expect(computed).toHaveBeenCalledTimes(1);
  });

  it('come in steps where there is much to count; the last ones stand meanwhile, and it shows (LIVE-21)', () => {
    const { clock, contactWindow, stream, figures, tellReception } = begun();
    const held = selectContents(contactWindow.getSnapshot());
    for (let second = 40; second < 75; second++) {
      const ts = (at: number) => startedAt - second * 1_000 + (at % 1_000);
      const contact = { rxId: 3, ant: 1, freq: 150.05, code: 17, type: 8 };
      held.append(
        Array.from({ length: 10_000 }, (_, at) => ({ ...contact, power: -80 - Math.floor(at / 1_000), ts: ts(at) })),
        startedAt,
      );
    }
    const isCounting = () => selectIsCounting(stream().getSnapshot());
    const whyNoPicture = () => selectWhyNoPicture(stream().getSnapshot());
    const whyNoCsv = () => selectWhyNoCsv(stream().getSnapshot());
    const before = figures();
    expect(isCounting()).toBe(false);
    expect(whyNoPicture()).toBeNull();
    stream().send({ type: 'place.changed', search: '?timeLimit=5min' });
    expect(isCounting()).toBe(true);
    expect(whyNoPicture(), 'its legend is not counted yet').toBe('what it shows is still loading');
    expect(whyNoCsv(), 'the contacts are there').toBeNull();
    tellReception([{ from: 0, to: startedAt - 60_000, partial: false, awaited: true }]);
    expect(whyNoCsv(), 'some of the time to be shown is still to come').toBe('what it shows is still loading');
    tellReception([]);
    expect(figures()).toBe(before);
    clock.increment(20);
    expect(isCounting()).toBe(false);
    expect(whyNoPicture()).toBeNull();
    expect(figures().legend).toMatchObject({ shown: 350_000, groups: [{ value: 3, count: 350_000 }] });
    stream().send({ type: 'place.changed', search: '?timeLimit=5min&display=table' });
    clock.increment(20);
    expect(whyNoPicture(), 'there is no picture of a table').toBe('the chart is not shown');
  });

  it('rest while the page is hidden, and are another at once when it is shown (LIVE-21)', () => {
    const { clock, stream, figures, receive, see } = begun();
    receive(3);
    const computed = vi.spyOn(LiveView.prototype, 'legend');
    see('offline');
    see('hidden');
    const last = figures();
    clock.increment(20_000);
    stream().send({ type: 'place.changed', search: '?groupBy=ant' });
    clock.increment(1_000);
    expect(figures()).toBe(last);
    expect(computed).not.toHaveBeenCalled();
    see('visible');
    expect(figures().legend).toMatchObject({ groupBy: 'ant', shown: 3 });
    clock.increment(1_000);
    expect(computed, 'and go on').toHaveBeenCalledTimes(2);
  });

  it('rest from the beginning in a tab that was opened in the background, until it is shown (LIVE-21)', () => {
    const { clock, stream, see } = begin({ isHidden: true });
    const computed = vi.spyOn(LiveView.prototype, 'legend');
    clock.increment(20_000);
    expect(computed).not.toHaveBeenCalled();
    see('visible');
    expect(computed).toHaveBeenCalledTimes(1);
    expect(selectFigures(stream().getSnapshot()).range.to).toBe(startedAt + 18_000);
  });

  it('let go of the window when the stream is left', () => {
    const { root, contactWindow } = begin();
    const window = selectContents(contactWindow.getSnapshot());
    const forgotten = vi.spyOn(LatestContacts.prototype, 'forget');
    const drop = () => {
      window.append(freshContacts(1, startedAt), startedAt);
      window.clear();
    };
    drop();
    expect(forgotten).toHaveBeenCalledTimes(1);
    root.send({ type: 'leave' });
    drop();
    expect(forgotten).toHaveBeenCalledTimes(1);
  });

  it('are said in words every ten seconds', () => {
    const { clock, stream } = begun();
    const first = selectSummary(stream().getSnapshot());
    clock.increment(9_000);
    expect(selectSummary(stream().getSnapshot())).toBe(first);
    clock.increment(1_000);
    expect(selectSummary(stream().getSnapshot())).not.toBe(first);
  });

  it('stay out of the serialised snapshot with the contacts in them (CODE-6)', () => {
    const { clock, stream, receive } = begun();
    receive(400);
    stream().send({ type: 'place.changed', search: '?display=table' });
    clock.increment(4_000);
    expect(JSON.stringify(stream().getPersistedSnapshot()).length).toBeLessThan(1_500);
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

  it('opens the filters with what was heard before', () => {
    const { stream, receive } = begin();
    receive(5);
    stream().send({ type: 'filters.open' });
    receive(1);
    expect(selectHeard(stream().getSnapshot()).code).toHaveLength(5);
  });

  it('knows the receivers that are heard, while it names some (NAV-20)', () => {
    const { stream, receive } = begin();
    receive(5);
    const heard = () => selectHeardReceivers(stream().getSnapshot());
    expect(heard(), 'nobody asks').toEqual([]);
    stream().send({ type: 'place.changed', search: '?rxId=99' });
    expect(heard()).toHaveLength(5);
  });

  it('closes the filters: what is chosen in them began with another address', () => {
    const { stream } = begin();
    stream().send({ type: 'filters.open' });
    stream().send({ type: 'place.changed', search: '' });
    expect(stream().getSnapshot().matches({ filters: 'closed' })).toBe(true);
  });
});
