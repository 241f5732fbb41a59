import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DumpExtras, DumpLines } from '#model/files/dump-csv.ts';
import { fromOneLine, onOneLine } from '#model/files/one-line.ts';
import { ReceiverPlaces } from '#model/files/receiver-places.ts';
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
      const digits = String(Math.abs(written)).replace(/e.*|\D/g, '');
      expect(digits.replace(/^0+/, '').length).toBeLessThanOrEqual(9);
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

const plain = { rxId: 1, ant: 3, hz: 150_345_000, code: 42, type: 18, power: -87.4 };
const usual = 'contactId,decodeTimeUTC-07:00,ReceiverId,antenna,frequency,codeNumber,protocol,power,receiverName';
const [crest, gully] = [
  { since: null, until: 10_000, site: 'Crest, "old"', latitude: 44.5, longitude: -113.000_012_5 },
  { since: 10_000, until: 20_000, site: null, latitude: 44.6, longitude: -113.1 },
];
const places = new ReceiverPlaces(new Map([[1, [crest, gully, { ...gully, since: 30_000, until: null, site: '=x' }]]]));

test.each<[string, DumpExtras, string, string]>([
  ['none', {}, '', ''],
  ['UTC', { utc: true }, ',utcTime', ',1970-01-01T00:00:09.005Z'],
  ['the place', { places }, ',siteName,latitude,longitude', ',"Crest, ""old""",44.5,-113.0000125'],
  [
    'both',
    { utc: true, places },
    ',utcTime,siteName,latitude,longitude',
    ',1970-01-01T00:00:09.005Z,"Crest, ""old""",44.5,-113.0000125',
  ],
])('with %s the usual columns stay to the byte, and more come after them (FILE-14)', (_, extras, names, cells) => {
  const writer = new DumpLines(-420, () => 'Creek', extras);
  expect(writer.header()).toBe(`${usual}${names}\r\n`);
  expect(writer.line({ ...plain, ts: 9_005 })).toBe(
    `1,1969-12-31 17:00:09.005,1,3,150.345,42,Lotek 2000,-87.4,Creek${cells}\r\n`,
  );
});

test.each([
  [9_999, ',"Crest, ""old""",44.5,-113.0000125'],
  [10_000, ',,44.6,-113.1'],
  [19_999, ',,44.6,-113.1'],
  [20_000, ',,,'],
  [30_000, ",'=x,44.6,-113.1"],
])('at %i a contact has the place of its receiver at that time (FILE-14)', (ts, cells) => {
  const writer = new DumpLines(0, () => 'Creek', { places });
  for (const other of [5_000, 45_000, 12_000]) writer.line({ ...plain, ts: other });
  expect(writer.line({ ...plain, ts }).trimEnd()).toMatch(new RegExp(`,Creek${cells}$`));
  expect(writer.line({ ...plain, ts, rxId: 2 }), 'one of which nothing is known').toMatch(/,Creek,,,\r\n$/);
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
  const ts = Date.UTC(2026, 11, 31, 23, 59, 59, 999);
  const widest = { ts, rxId: 1, ant: 8, hz: 2_000_000_000, code: -(2 ** 31), type: 255, power: -199.6 };
  for (const contact of [widest, { ...widest, type: 8, code: 99_999, power: 3, hz: 1 }, { ...widest, rxId: 2, code: -999 }])
    expect(writer.line(contact)).toHaveLength(orionWidth + 2);
  expect(writer.header()).toHaveLength(orionWidth + 2);
});
