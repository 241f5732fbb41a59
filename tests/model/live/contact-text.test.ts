import { describe, expect, test } from 'vitest';
import type { Contact } from '#model/entities/contact.ts';
import { contactFacts, legendTotal, summaryText } from '#model/live/contact-text.ts';
import { codeText, countText, powerText, minus } from '#model/text/number-text.ts';
import { TimeText } from '#model/time/time-text.ts';
import { groupColour, groupLabel, groupShape } from '#model/live/group-looks.ts';
import { type ReceiverLooks } from '#model/entities/receiver.ts';
import { incompleteText } from '#model/live/line-text.ts';
import { type GroupKind, groupValue, timeLimits } from '#model/live/live-settings.ts';
import { shapeOf } from '#model/live/mark-shape.ts';
import { paletteColour, paletteLooks } from '#model/live/palette.ts';
import { timeTicks } from '#model/live/time-ticks.ts';

const at = Date.UTC(2026, 6, 1, 18, 3, 4, 125);
const receivers: ReceiverLooks = new Map([[4, { alias: 'Creek north', color: '#ffff99' }]]);
const times = new TimeText('America/Denver');
const contact: Contact = { rxId: 4, ant: 2, freq: 150.0504, code: 17, type: 19, power: -87.5, ts: at };

test('a contact is told in full', () => {
  expect(Object.fromEntries(contactFacts(contact, receivers, times).map(({ label, value }) => [label, value]))).toEqual({
    Receiver: 'Creek north',
    Antenna: '2',
    Frequency: '150.050 MHz',
    Code: '17',
    Type: 'Lotek 2003',
    Power: '−87 dBm',
    Time: '12:03:04.125 MDT',
  });
});

test('contacts that are missing for good are told with the time from which on, in the timezone of the system (SOCK-15)', () => {
  expect(incompleteText(at, times)).toBe('Some contacts after 12:03:04 MDT are missing: too many for the host to resend');
});

test.each([
  [{ ...contact, type: 7, code: 0 }, 'N/a', 'N/a'],
  [{ ...contact, type: 7, code: 3 }, 'N/a', 'N/a'],
  [{ ...contact, type: 18, code: 0 }, '0', 'Code 0'],
  [{ ...contact, type: 18, code: -3 }, '−3', 'Code −3'],
])(
  '$type with code $code is $1 in tables and tooltips, and $2 in legend, filter and picture (CON-5)',
  (heard, inTable, inLegend) => {
    expect(codeText(heard)).toBe(inTable);
    expect(contactFacts(heard, receivers, times).find(({ label }) => label === 'Code')?.value).toBe(inTable);
    expect(groupLabel('code', groupValue(heard, 'code'), receivers)).toBe(inLegend);
  },
);

test.each([
  [-87.4, '−87 dBm'],
  [-0.2, '0 dBm'],
  [3, '3 dBm'],
])('%d dBm reads as %s', (power, text) => {
  expect(powerText(power)).toBe(text);
});

test('small words: a true minus, separators above 9,999 (LOOK-7)', () => {
  expect([minus(-5), minus(0), countText(9_999), countText(10_000), countText(1_284_000)]).toEqual([
    '−5',
    '0',
    '9999',
    '10,000',
    '1,284,000',
  ]);
});

test('times are those of the system, and midnight is 00 (LOOK-6)', () => {
  expect(times.clock(Date.UTC(2026, 0, 1, 7, 0, 0))).toBe('00:00:00');
  expect(times.zone(Date.UTC(2026, 0, 1))).toBe('MST');
  expect(new TimeText('Nowhere/Atall').exact(at)).toBe('18:03:04.125 UTC');
});

describe('groups', () => {
  test.each([
    ['rxId', 4, 'Creek north'],
    ['rxId', 9, 'Receiver 9'],
    ['ant', 3, 'Antenna 3'],
    ['type', 18, 'Lotek 2000'],
    ['type', 99, 'Type 99'],
    ['freq', 150.05, '150.050 MHz'],
    ['code', 17, 'Code 17'],
    ['code', 0, 'Code 0'],
    ['code', -5, 'Code −5'],
  ] as const)('by %s, %d is called %s (CON-4, CON-9)', (kind, value, label) => {
    expect(groupLabel(kind, value, receivers)).toBe(label);
  });

  test('a receiver has its own colour, made to stand off the plot; others the palette by id', () => {
    expect(groupColour('rxId', { id: 0, value: 4 }, receivers, 'dark')).toBe('#ffff99');
    expect(groupColour('rxId', { id: 0, value: 4 }, receivers, 'light')).not.toBe('#ffff99');
    expect(groupColour('rxId', { id: 5, value: 9 }, receivers, 'light')).toBe(paletteColour(5, 'light'));
    expect(groupColour('code', { id: 9, value: 1 }, receivers, 'light')).toBe(paletteColour(1, 'light'));
  });

  test('groups of one colour differ in their shape, and none of the first 64 looks like another (LOOK-17)', () => {
    const lookOf = (id: number) => {
      const group = { id, value: 1_000 + id };
      return `${groupColour('code', group, receivers, 'light')} ${groupShape('code', group, receivers)}`;
    };
    const looks = Array.from({ length: paletteLooks }, (_, id) => lookOf(id));
    expect(new Set(looks).size).toBe(64);
    expect(lookOf(64)).toBe(looks[0]);
    expect(new Set(looks.slice(0, 8).map((look) => look.split(' ')[1])), 'nor is colour all that differs').toHaveProperty(
      'size',
      8,
    );
    const antenna = (id: number) => groupShape('ant', { id, value: 3 }, receivers);
    expect(antenna(40), 'an antenna keeps its own').toBe(antenna(0));
  });

  test.each([
    ['the style of its site', 'star', 'star'],
    ['a circle for a style that is not known', 'blob', 'circle'],
    ['a circle where it has no site', null, 'circle'],
  ])('a receiver has %s (LIVE-37)', (_, pointStyle, shape) => {
    const looks: ReceiverLooks = new Map([[4, { alias: 'Creek', color: '#ffff99', pointStyle }]]);
    expect(groupShape('rxId', { id: 40, value: 4 }, looks)).toBe(shapeOf(shape));
  });

  test('where some look the same after all, that is said, and no line ends with its dot (LOOK-45)', () => {
    const legend = (groupBy: GroupKind, id: number) => ({
      groupBy,
      groups: [{ id, value: 7, count: 1 }],
      aside: [],
      shown: 1,
      hidden: 0,
    });
    expect(legendTotal(legend('code', 63))).toBe('1 contact shown');
    expect(legendTotal(legend('code', 64))).toBe('1 contact shown ·\u00a0some groups look the same');
    expect(legendTotal(legend('rxId', 64))).toBe('1 contact shown');
  });

  test('antennas and known types keep their colour whatever came first (LIVE-17)', () => {
    for (const id of [0, 3, 7]) {
      expect(groupColour('ant', { id, value: 2 }, receivers, 'dark')).toBe(paletteColour(1, 'dark'));
      expect(groupColour('type', { id, value: 19 }, receivers, 'dark')).toBe(paletteColour(5, 'dark'));
    }
  });
});

describe('the summary', () => {
  const range = { from: at - 30_000, to: at };
  const group = (value: number, count: number) => ({ id: value, value, count });

  test('names the three groups with most contacts and what is hidden', () => {
    const groups = [group(1, 5), group(2, 12_000), group(4, 40), group(5, 6)];
    expect(summaryText({ groupBy: 'rxId', groups, aside: [], shown: 12_051, hidden: 7 }, range, receivers, times)).toBe(
      '12,051 contacts in 4 groups from 12:02:34 to 12:03:04 MDT. Most: Receiver 2 12,000, Creek north 40, Receiver 5 6. 7 more are hidden by filters.',
    );
  });

  test('of one, and of none', () => {
    expect(summaryText({ groupBy: 'ant', groups: [group(1, 1)], aside: [], shown: 1, hidden: 0 }, range, receivers, times)).toBe(
      '1 contact in 1 group from 12:02:34 to 12:03:04 MDT. Most: Antenna 1 1.',
    );
    expect(summaryText({ groupBy: 'ant', groups: [], aside: [], shown: 0, hidden: 0 }, range, receivers, times)).toBe(
      'No contacts from 12:02:34 to 12:03:04 MDT.',
    );
  });
});

test.each(timeLimits.flatMap(({ ms }) => [300, 800, 1_680].map((width) => [ms, width] as const)))(
  'ticks of %i ms on %i pixels are even, in range, and leave room for their labels',
  (span, width) => {
    const ticks = timeTicks(at, span, width);
    expect(ticks.length).toBeGreaterThanOrEqual(1);
    for (const tick of ticks) {
      expect(tick % 5_000).toBe(0);
      expect(tick).toBeGreaterThanOrEqual(at - span);
      expect(tick).toBeLessThanOrEqual(at);
    }
    const gaps = ticks.slice(1).map((tick, index) => ((tick - ticks[index]!) / span) * width);
    expect(gaps.every((gap) => gap === gaps[0] && gap >= 72)).toBe(true);
  },
);
