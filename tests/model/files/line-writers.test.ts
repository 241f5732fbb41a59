import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DumpLines } from '#model/files/dump-csv.ts';
import { fromOneLine, onOneLine } from '#model/files/one-line.ts';
import { OrionLines, orionSites, orionWidth } from '#model/files/orion-text.ts';
import { storedPower } from '#model/files/stored-power.ts';

/** FILE-1, FILE-10: lines of contacts. */

test.each([
  [-87.4, -87.4],
  [Math.fround(-87.4), -87.4],
  [-87.123456, -87.12346],
  [0.1 + 0.2, 0.3],
  [-0, 0],
  [1e-7, 1e-7],
])('the power %d is written as %d (FILE-1)', (power, written) => {
  expect(storedPower(power) + 0).toBe(written);
});

test('a power is written with no more digits than name it, and read back as the same (FILE-1)', () => {
  fc.assert(
    fc.property(fc.float({ min: -200, max: 50, noNaN: true }), (power) => {
      const written = storedPower(power);
      expect(Math.fround(written) + 0).toBe(power + 0);
      expect(
        String(Math.abs(written))
          .replace(/e.*|\D/g, '')
          .replace(/^0+/, '').length,
      ).toBeLessThanOrEqual(9);
    }),
  );
});

test('any name is written on one line and read back (FILE-1)', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\\', 'n', 'r', '\n', '\r', 'a', ',') }), (name) => {
      expect(onOneLine(name)).not.toMatch(/[\r\n]/);
      expect(fromOneLine(onOneLine(name))).toBe(name);
    }),
  );
});

test('many receivers, frequencies and powers are written rightly, also when texts are forgotten (FILE-1)', () => {
  const writer = new DumpLines(-90, (rxId) => `Receiver ${rxId}`);
  expect(writer.header()).toContain('decodeTimeUTC-01:30,');
  const contact = (at: number) => ({ ts: at, rxId: at % 3, ant: 1, hz: 150_000_000 + at, code: 1, type: 8, power: -at / 1_000 });
  for (let at = 0; at < 25_000; at += 1) writer.line(contact(at));
  expect(writer.line(contact(7))).toBe('25001,1969-12-31 22:30:00.007,1,1,150.000007,1,Coded,-0.007,Receiver 1\r\n');
});

test('sites of OrionTool tell all receivers apart (FILE-10)', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 9 }), { maxLength: 20 }), (names) => {
      const sites = orionSites(new Map(names.map((name, at) => [at + 1, name])));
      expect(new Set([...sites.values()].map((site) => site.toLowerCase())).size).toBe(names.length);
      for (const site of sites.values()) expect(site).toMatch(/^[\x20-\x7e]{1,6}$/);
    }),
  );
});

test('lines of OrionTool are of one width, whatever is in them (FILE-10)', () => {
  const writer = new OrionLines(new Map([[1, 'Creek']]));
  const widest = {
    ts: Date.UTC(2026, 11, 31, 23, 59, 59, 999),
    rxId: 1,
    ant: 8,
    hz: 2_000_000_000,
    code: -(2 ** 31),
    type: 255,
    power: -199.6,
  };
  for (const contact of [widest, { ...widest, type: 8, code: 99_999, power: 3, hz: 1 }, { ...widest, rxId: 2, code: -999 }])
    expect(writer.line(contact)).toHaveLength(orionWidth + 2);
  expect(writer.header()).toHaveLength(orionWidth + 2);
});
