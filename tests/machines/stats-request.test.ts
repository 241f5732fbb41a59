import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { firstQuestion } from '#model/statistics/stats-question.ts';
import { statsRequestMachine } from '../../src/machines/stats-request/stats-request-machine.ts';

test.each([
  ['?time=recent&amount=1&unit=hour', 300_000],
  ['?time=range&from=2026-11-01&to=2026-11-02', undefined],
])('%s: a recent time is asked again every five minutes, past days never (STAT-9)', (search, refreshMs) => {
  const inputs: unknown[] = [];
  const noted = fromPromise(({ input }) => {
    inputs.push((input as { refreshMs?: number }).refreshMs);
    return new Promise<never>(() => {});
  });
  const names = ['states', 'perAntenna', 'aggregate', 'frequencies', 'codes', 'powers', 'timeline', 'beacons'];
  const actors = Object.fromEntries(names.map((name) => [name, noted]));
  const actor = createActor(statsRequestMachine.provide({ actors: actors as never }), { input: { mitasId: 'demo', search } });
  actor.start();
  expect(inputs).toEqual(names.map(() => refreshMs));
  actor.stop();
});

/** Opens the machine with requests that never end, and records its changes of the address. */
function opened(search: string) {
  const written: unknown[] = [];
  const signals: AbortSignal[] = [];
  const noted = fromPromise(({ signal }) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  });
  const actors = Object.fromEntries(
    ['states', 'perAntenna', 'aggregate', 'frequencies', 'codes', 'powers', 'timeline', 'beacons'].map((name) => [name, noted]),
  );
  const machine = statsRequestMachine.provide({
    actors: actors as never,
    actions: { writeAddress: (_, params) => void written.push(params) },
  });
  const actor = createActor(machine, { input: { mitasId: 'demo', search } });
  actor.start();
  return { actor, written, signals };
}

describe('a page that is opened without a request (STAT-18)', () => {
  test('asks for the past day of all receivers once it is drawn, as no step of its own', () => {
    const { actor, written, signals } = opened('?color=site');
    expect([actor.getSnapshot().hasTag('opening'), signals.length]).toEqual([true, 0]);
    actor.send({ type: 'stats.drawn' });
    expect(written).toEqual([{ asked: firstQuestion, how: 'replace' }]);
    expect(actor.getSnapshot().context.asked).toEqual(firstQuestion);
    expect(signals).toHaveLength(8);
  });

  test('does so once: the bare address, chosen later, asks nothing, and what was asked is cancelled', () => {
    const { actor, signals } = opened('');
    actor.send({ type: 'stats.drawn' });
    actor.send({ type: 'place.changed', search: '?time=recent&amount=1&unit=day' });
    expect(signals, 'its own address is no other request').toHaveLength(8);
    actor.send({ type: 'place.changed', search: '' });
    actor.send({ type: 'stats.drawn' });
    expect(actor.getSnapshot().context.asked).toBeNull();
    expect(actor.getSnapshot().hasTag('asked')).toBe(false);
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array.from({ length: 8 }, () => true));
  });

  test('cancels what it asked when it is left', () => {
    const { actor, signals } = opened('');
    actor.send({ type: 'stats.drawn' });
    actor.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array.from({ length: 8 }, () => true));
  });

  test('asks what the address says instead, at once; where that cannot be read, nothing', () => {
    const named = opened('?time=recent&amount=3&unit=hour');
    expect([named.actor.getSnapshot().context.asked?.recentAmount, named.signals.length]).toEqual([3, 8]);
    named.actor.send({ type: 'stats.drawn' });
    expect(named.written).toEqual([]);
    const unread = opened('?time=range&from=2026-11-02');
    unread.actor.send({ type: 'stats.drawn' });
    expect([unread.actor.getSnapshot().context.asked, unread.signals.length, unread.written]).toEqual([null, 0, []]);
  });
});
