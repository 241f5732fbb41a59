import { expect, test } from 'vitest';
import { delayedHeartbeat, hostClockOffset } from '#model/live/host-clock.ts';

test.each([
  ['the first word of the host counts', null, 10_000, 4_000, 6_000],
  ['a small difference counts when it is the first', null, 1_010, 1_000, 10],
  ['jitter changes nothing', 6_000, 20_400, 14_000, 6_000],
  ['jitter the other way changes nothing', 6_000, 19_600, 14_000, 6_000],
  ['a clock that was set is followed', 6_000, 20_000, 20_000, 0],
  ['a page ahead of the host gives a negative one', null, 1_000, 901_000, -900_000],
])('%s', (_, known, hostTime, pageTime, expected) => {
  expect(hostClockOffset(known, hostTime, pageTime)).toBe(expected);
});

test('a beat that was held says the time of now, and other messages what they said (SPEED-19)', () => {
  const payload = { mitasId: 'demo', ts: 10_000, epoch: 'a', next: 1 };
  expect(delayedHeartbeat({ type: 'heartbeat', payload }, 1_500)).toEqual({
    type: 'heartbeat',
    payload: { ...payload, ts: 11_500 },
  });
  const state = { type: 'newRxState', payload: { rxId: 1, state: 4, ts: 10_000 } } as const;
  expect(delayedHeartbeat(state, 1_500)).toBe(state);
});
