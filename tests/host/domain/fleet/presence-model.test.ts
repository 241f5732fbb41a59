import { describe, expect, test } from 'vitest';
import { SystemHearing, nextStatus, type PresenceFacts } from '../../../../host/domain/fleet/presence-model.ts';

const [online, ready, offline, disabled] = [4, 2, 0, -1];
const now = Date.UTC(2026, 0, 1);
const minute = 60_000;
/** A receiver that was silent for long, while the host heard everything. */
const silent: PresenceFacts = {
  enabled: true,
  status: online,
  statusTime: now - 60 * minute,
  heard: undefined,
  hearingSince: now - 60 * minute,
  now,
  silentAfterMs: 10 * minute,
};
const heardAt = (at: number, byThis = true) => ({ heard: { at, byThis } });

test.each<[string, Partial<PresenceFacts>, number]>([
  ['silent for long', {}, offline],
  ['silent as long as that exactly', heardAt(now - 10 * minute), offline],
  ['heard a moment less ago', heardAt(now - 10 * minute + 1), online],
  ['found in the storage a moment less ago', heardAt(now - 10 * minute + 1, false), online],
  ['came online a moment less ago', { statusTime: now - 10 * minute + 1 }, online],
  ['the host hears for a moment less', { hearingSince: now - 10 * minute + 1 }, online],
  ['came online at a time that this clock has yet to reach', { statusTime: now + minute }, offline],
  ['came online by another host whose clock is a little ahead', { statusTime: now + 1_000 }, online],
  ['disabled while it speaks', { enabled: false, ...heardAt(now) }, disabled],
  ['offline and never heard', { status: offline, statusTime: null }, offline],
  ['heard for the first time', { status: offline, statusTime: null, ...heardAt(now) }, online],
  ['offline by another host since it was heard', { status: offline, statusTime: now, ...heardAt(now - 1) }, offline],
  ['heard since it went offline', { status: offline, statusTime: now - 1, ...heardAt(now - 1) }, online],
  ['offline and only found in the storage', { status: offline, statusTime: now - 1, ...heardAt(now, false) }, offline],
  ['offline, and the host hears for a moment only', { status: offline, hearingSince: now }, offline],
  [
    'heard, and went offline before the clock was set back',
    { status: offline, statusTime: now + minute, ...heardAt(now) },
    online,
  ],
  ['switched on and silent', { status: disabled }, offline],
  ['switched on and silent, and the host hears for a moment only', { status: disabled, hearingSince: now }, offline],
  ['switched on while it speaks', { status: disabled, statusTime: now, ...heardAt(now - 1) }, online],
  ['ready and silent', { status: ready }, offline],
  ['ready, and the host hears for a moment only', { status: ready, hearingSince: now }, ready],
  ['ready and heard', { status: ready, ...heardAt(now) }, online],
  ['ready by what another host was told since it was heard here', { status: ready, statusTime: now, ...heardAt(now - 1) }, ready],
  ['ready by its own word', { status: ready, heard: { at: now, byThis: true, isState: true } }, ready],
  ['ready by its own word, long ago', { status: ready, heard: { at: now - 10 * minute, byThis: true, isState: true } }, offline],
  ['ready a moment ago, by whichever host', { status: ready, statusTime: now - 10 * minute + 1 }, ready],
  ['ready and found in the storage', { status: ready, ...heardAt(now, false) }, ready],
  ['offline by its own word', { status: offline, statusTime: now, heard: { at: now, byThis: true, isState: true } }, offline],
])('%s (RX-23)', (_what, facts, expected) => {
  expect(nextStatus({ ...silent, ...facts })).toBe(expected);
});

describe('a host hears a system without a break (RX-23)', () => {
  test('since it follows it, as long as it looks', () => {
    const hearing = new SystemHearing(now);
    expect([now, now + 30_000, now + 60_000].map((at) => hearing.look(at))).toEqual([now, now, now]);
  });
  test('since the look after which it slept, or was away', () => {
    const hearing = new SystemHearing(now);
    hearing.note(1, { at: now, byThis: true });
    expect(hearing.look(now + 30_001)).toBe(now + 30_001);
    hearing.break();
    expect(hearing.look(now + 30_002)).toBe(now + 30_002);
    expect(hearing.look(now + 30_003)).toBe(now + 30_002);
    expect(hearing.of(1)).toEqual({ at: now, byThis: true });
  });
  test('since its clock was set back, and knows no more how long ago anybody was heard', () => {
    const hearing = new SystemHearing(now);
    hearing.note(1, { at: now, byThis: true });
    expect(hearing.look(now - 1)).toBe(now - 1);
    expect(hearing.of(1)).toBeUndefined();
  });
});
