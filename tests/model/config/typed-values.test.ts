import { describe, expect, test } from 'vitest';
import { aresFields } from '#model/config/ares.ts';
import { afterKey } from '#model/config/bin-keys.ts';
import { knownTags, noTags } from '#model/config/known-tags.ts';
import { optionalNumber, typedBins, typedNumber, typedWhole, withEntries, withTyped } from '#model/config/typed-values.ts';

test.each([
  ['-110', -110],
  ['−110', -110],
  [' 3,5 ', 3.5],
  ['150.', 150],
  ['.5', 0.5],
  ['', null],
  ['-', null],
  ['1e3', null],
  ['12 V', null],
])('a person types %j and means %j', (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

test.each([
  ['4,200', 4_200],
  [' 1,000,000 ', 1_000_000],
  ['-1,000', -1_000],
  ['4200', 4_200],
  ['4,2', 4.2],
  ['42,00', 42],
  ['4,200.5', null],
  ['', null],
])('of a whole number a person types %j and means %j', (text, value) => {
  expect(typedWhole(text)).toBe(value);
});

test.each([
  [12, '12', 12],
  [null, '', null],
  [null, '  ', null],
  [null, '12 V', Number.NaN],
])('a field that may be empty holds, for %j of %j, %j', (value, text, held) => {
  expect(optionalNumber(value, text)).toBe(held);
});

describe('typed frequencies of a band (CFG-6)', () => {
  const band = { baseFrequency: 150 };

  test.each([
    ['150.12', 24, 24],
    ['150.1224', 24, 24],
    ['150.1226', 25, 25],
    ['150,1 - 150,2', 20, 40],
    ['150.2–150.1', 20, 40],
    ['150.1 to 150.105', 20, 21],
    ['150.995', 199, 199],
  ])('%s is from bin %i to %i', (text, first, last) => {
    expect(typedBins(band, text)).toEqual({ ok: true, value: { first, last } });
  });

  test.each(['149.99', '151', '150.5-151.2', '99'])('%s is out of its reach', (text) => {
    expect(typedBins(band, text)).toEqual({ ok: false, reason: 'This band reaches from 150.000 to 150.995 MHz' });
  });

  test.each(['147', '147.998', '147.998-148.1', '176', '140-148.1'])('%s is not moved to an end of the dial', (text) => {
    expect(typedBins({ baseFrequency: 148 }, text).ok).toBe(false);
    expect(typedBins({ baseFrequency: 174 }, text).ok).toBe(false);
  });

  test.each(['', 'low', '150.1-150.2-150.3', '-'])('%j is none', (text) => {
    expect(typedBins(band, text)).toMatchObject({ ok: false, reason: expect.stringContaining('Enter a frequency such as') });
  });
});

describe('typed entries of a table', () => {
  const scan = aresFields.channels.scanTable;
  const codes = aresFields.filter.codeTable;

  test('stand at its end, each once, with ids of their own', () => {
    expect(withTyped(scan, [{ id: 4, content: 150.1 }], '150.2 150.1; 166.380')).toEqual({
      ok: true,
      value: [
        { id: 4, content: 150.1 },
        { id: 5, content: 150.2 },
        { id: 6, content: 166.38 },
      ],
    });
  });

  test.each([
    [scan, '148', 'Strictly between 148 and 175 MHz'],
    [scan, '150.1 175', 'Strictly between 148 and 175 MHz'],
    [codes, '-32768', 'Strictly between −32768 and 32767, a whole number'],
    [codes, '32767', 'Strictly between −32768 and 32767, a whole number'],
    [codes, '1.5', 'Strictly between −32768 and 32767, a whole number'],
    [codes, '', 'Strictly between −32768 and 32767, a whole number'],
  ] as const)('%o does not take %j', (field, text, reason) => {
    const { ok, ...rest } = withTyped(field, [], text);
    expect(ok).toBe(false);
    expect(JSON.stringify(rest)).toContain(reason);
  });

  test('are not two that look alike: frequencies are shown and kept to 0.001 MHz', () => {
    const entries = [{ id: 4, content: 150.123 }];
    expect(withTyped(scan, entries, '150.1234')).toEqual({ ok: true, value: entries });
    expect(withTyped(scan, [], '150.2001 150.1999')).toEqual({ ok: true, value: [{ id: 1, content: 150.2 }] });
    expect(withEntries(scan, entries, [150.1229, 166.3801])).toEqual({
      ok: true,
      value: [...entries, { id: 5, content: 166.38 }],
    });
    expect(withTyped(scan, [], '148.0001').ok, 'what is shown as the limit is not above it').toBe(false);
  });

  test('are at most 99', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    expect(withEntries(codes, [], many(99)).ok).toBe(true);
    expect(withEntries(codes, [], many(100))).toEqual({ ok: false, reason: 'At most 99 entries' });
  });
});

describe('keys on the bins of a band', () => {
  const off = '0'.repeat(200);

  test.each([
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 5, 15],
    ['ArrowUp', 5, 0],
    ['PageDown', 195, 199],
    ['Home', 50, 0],
    ['End', 50, 199],
  ])('%s goes from %i to %i and changes nothing', (key, active, next) => {
    expect(afterKey({ bins: off, active }, key, false)).toEqual({ bins: off, active: next });
  });

  test('Space turns a bin on and off; Shift draws its mark', () => {
    const on = afterKey({ bins: off, active: 3 }, ' ', false);
    expect(on?.bins.indexOf('1')).toBe(3);
    const drawn = afterKey(on ?? { bins: off, active: 0 }, 'ArrowDown', true);
    expect(drawn).toEqual({ bins: `000${'1'.repeat(11)}${'0'.repeat(186)}`, active: 13 });
    expect(afterKey(drawn ?? { bins: off, active: 0 }, ' ', false)?.bins[13]).toBe('0');
  });

  test('any other key is not theirs', () => {
    expect(afterKey({ bins: off, active: 3 }, 'Tab', false)).toBeNull();
  });
});

test('the transmitters are known by frequency, and how often the middle one beeps (CFG-10)', () => {
  const sender = (serialNumber: string, frequency: number, emitInterval: number) => ({ serialNumber, frequency, emitInterval });
  expect(knownTags([])).toEqual(noTags);
  expect(knownTags([sender('B', 166.38, 5_000), sender('A', 150.1, 2_500), sender('C', 150.2, 60_000)])).toEqual({
    tags: [
      { name: 'A', frequency: 150.1 },
      { name: 'C', frequency: 150.2 },
      { name: 'B', frequency: 166.38 },
    ],
    interval: 5,
  });
});
