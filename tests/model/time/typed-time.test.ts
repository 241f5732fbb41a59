import { expect, test } from 'vitest';
import { TimeText } from '#model/time/time-text.ts';
import { readTyped, type TypedTime, utcText } from '#model/time/typed-time.ts';

const at = (text: string): number => Date.parse(text);

test.each<[string, string, TypedTime]>([
  ['UTC', '2026-05-01 10:00:00', { kind: 'once', ts: at('2026-05-01T10:00:00Z') }],
  ['America/Boise', '2026-05-01 10:00:30', { kind: 'once', ts: at('2026-05-01T16:00:30Z') }],
  ['Europe/Zurich', '2026-03-29 01:59:59', { kind: 'once', ts: at('2026-03-29T00:59:59Z') }],
  ['Europe/Zurich', '2026-03-29 02:30:00', { kind: 'skipped' }],
  ['Europe/Zurich', '2026-03-29 03:00:00', { kind: 'once', ts: at('2026-03-29T01:00:00Z') }],
  [
    'Europe/Zurich',
    '2026-10-25 02:30:00',
    { kind: 'twice', first: at('2026-10-25T00:30:00Z'), second: at('2026-10-25T01:30:00Z') },
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-05 01:45:00',
    { kind: 'twice', first: at('2026-04-04T14:45:00Z'), second: at('2026-04-04T15:15:00Z') },
  ],
])('in %s %s is read as %j (REG-24)', (zone, wallTime, typed) => {
  expect(readTyped(wallTime, new TimeText(zone))).toEqual(typed);
});

test('where the host’s clock has other rules than the library, the host’s count', () => {
  const fixed = { timezone: 'America/Vancouver', offsetMinutes: () => -420 };
  expect(readTyped('2027-01-10 11:00:00', fixed)).toEqual({ kind: 'once', ts: at('2027-01-10T18:00:00Z') });
});

test('where clocks are changed for a few hours only, the library finds the instant', () => {
  const [from, to] = [at('2026-05-01T10:00:00Z'), at('2026-05-01T20:00:00Z')];
  const brief = { timezone: 'America/Boise', offsetMinutes: (ts: number) => (ts >= from && ts < to ? -360 : -420) };
  expect(readTyped('2026-05-01 10:00:00', brief)).toEqual({ kind: 'once', ts: at('2026-05-01T16:00:00Z') });
});

test('an instant is written in UTC to the second (REG-9)', () => {
  expect(utcText(at('2026-05-01T10:00:00.999Z'))).toBe('2026-05-01 10:00:00');
});
