import { describe, expect, test } from 'vitest';
import { type SnoozeChoice, snoozeEnd } from '#model/alarms/snooze.ts';
import { snoozedText, snoozedUntil } from '#model/alarms/snoozed.ts';
import { snoozeEdits } from '#model/journal/snooze-edits.ts';
import { contract } from '#model/contract/table.ts';
import { TimeText } from '#model/time/time-text.ts';
import * as v from 'valibot';

const timezone = 'America/Denver';
const at = (text: string): number => Date.parse(text);
const now = at('2026-11-23T12:00:00Z');
const day = 86_400_000;

describe('how long a snooze lasts (ALM-12)', () => {
  test.each<[SnoozeChoice, string, string]>([
    ['hour', '2026-11-23T12:00:00Z', '2026-11-23T13:00:00Z'],
    ['hours', '2026-11-23T12:00:00Z', '2026-11-23T20:00:00Z'],
    ['week', '2026-11-23T12:00:00Z', '2026-11-30T12:00:00Z'],
    ['morning', '2026-11-23T12:00:00Z', '2026-11-24T14:00:00Z'],
    // It is still the 22nd in this timezone.
    ['morning', '2026-11-23T06:59:59Z', '2026-11-23T14:00:00Z'],
    // The clocks change in between.
    ['morning', '2026-10-31T20:00:00Z', '2026-11-01T14:00:00Z'],
    ['morning', '2026-03-07T20:00:00Z', '2026-03-08T13:00:00Z'],
  ])('%s from %s ends at %s', (choice, from, to) => {
    expect(snoozeEnd(choice, { date: null, now: at(from), times: new TimeText(timezone) })).toEqual({ ok: true, value: at(to) });
  });

  test.each<[string, number | null, string | number]>([
    ['none', null, 'Choose a date and a time'],
    ['one that is over', now - 1, 'That time has passed. Choose a later one'],
    ['now', now, 'That time has passed. Choose a later one'],
    ['the next moment', now + 1, now + 1],
    ['366 days', now + 366 * day, now + 366 * day],
    ['more than 366 days', now + 366 * day + 1, 'A snooze lasts at most 366 days'],
  ])('of a date and time: %s', (_, date, end) => {
    const result = snoozeEnd('date', { date, now, times: new TimeText(timezone) });
    expect(result.ok ? result.value : result.reason).toBe(end);
  });

  test('it is over when its time is', () => {
    expect(snoozedUntil({}, now)).toBeNull();
    expect(snoozedUntil({ snoozeUntil: null }, now)).toBeNull();
    expect(snoozedUntil({ snoozeUntil: now }, now)).toBeNull();
    expect(snoozedUntil({ snoozeUntil: now + 1 }, now)).toBe(now + 1);
    expect(snoozedText(at('2026-11-24T14:00:00Z'), new TimeText(timezone))).toBe('Snoozed until 2026-11-24 07:00 MST');
  });
});

describe('snoozes as they are asked for', () => {
  const receivers = (count: number) =>
    Array.from({ length: count }, (_, each) => ({ rxId: each + 1, alias: `R${each}`, siteId: null }));
  const set = { until: 99, untilText: '2026-11-24 07:00 MST', isFinal: false };

  test('of one and of many, in one queue', () => {
    expect(snoozeEdits('demo', receivers(1), set)).toMatchObject([
      { call: 'snoozeReceivers', key: 'snoozes', doneText: 'R0 is snoozed until 2026-11-24 07:00 MST', isFinal: false },
    ]);
    expect(snoozeEdits('demo', receivers(2), { ...set, until: null, isFinal: true })).toMatchObject([
      {
        call: 'unsnoozeReceivers',
        key: 'snoozes',
        request: { query: { rxIds: [1, 2] } },
        items: [
          { kind: 'receiver.snoozed', id: 1, after: { snoozeUntil: null } },
          { kind: 'receiver.snoozed', id: 2, after: { snoozeUntil: null } },
        ],
        doneText: '2 receivers are no longer snoozed',
        isFinal: true,
      },
    ]);
  });

  test('of more than one call takes', () => {
    const bodies = snoozeEdits('demo', receivers(1_001), set).map(({ request }) => ('body' in request ? request.body : null));
    expect(bodies.every((body) => v.is(contract.snoozeReceivers.body, body))).toBe(true);
    expect(bodies).toHaveLength(2);
  });
});
