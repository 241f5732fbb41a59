import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClockReading } from '../../../../host/entry/import/clock-reading.ts';
import { dumpFormat } from '../../../../host/entry/import/dump-format.ts';
import type { Contact } from '#model/entities/contact.ts';
import { contactsCsv } from '#model/live/contact-csv.ts';
import { TimeText } from '#model/time/time-text.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { sampleContact } from '../../../support/contact-samples.ts';
import type { ReceiverLooks } from '#model/entities/receiver.ts';

/** FILE-1: the import reads what the console writes. */

const now = Date.UTC(2026, 4, 1, 12, 0, 7, 250);
const facts = { channels: new Map(), clock: new ClockReading((localMs) => [localMs]) };
const receivers: ReceiverLooks = new Map([
  [1, { alias: 'Creek, north', color: '#123456' }],
  [2, { alias: '=HYPERLINK("x")', color: '#123456' }],
  [3, { alias: "'Ōtaki mouth", color: '#123456' }],
]);

const written = (
  contacts: readonly Contact[],
  options: Partial<{ from: number; to: number; timezone: string; only: number }> = {},
) => {
  const window = new ContactWindow();
  window.append(contacts, now);
  const range = { from: options.from ?? now - 60_000, to: options.to ?? now };
  const times = new TimeText(options.timezone ?? 'America/Boise');
  const test = (series: number) => options.only === undefined || window.series.read(series).rxId === options.only;
  return [...contactsCsv(window, range, test, receivers, times)].join('');
};

const readBack = (csv: string): Contact[] => {
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  expect(dumpFormat.knows(header)).toBe(true);
  const read = dumpFormat.reader(header, facts);
  const rxIds = new Map([...receivers].map(([id, { alias }]) => [alias, id]));
  return lines.map((line) => {
    const found = read(line);
    if (!found.ok) throw new Error(`${found.reason}: ${line}`);
    const { receiver, ...heard } = found.value;
    return { rxId: rxIds.get(receiver) ?? 0, ...heard };
  });
};

const contact = fc.record({
  rxId: fc.constantFrom(1, 2, 3),
  ant: fc.integer({ min: 1, max: 8 }),
  freq: fc.integer({ min: 148_000_000, max: 170_000_000 }).map((hz) => hz / 1e6),
  code: fc.integer({ min: -5, max: 999 }),
  type: fc.constantFrom(4, 7, 8, 14, 18, 19, 77),
  power: fc.oneof(
    fc.integer({ min: -1_300, max: -500 }).map((tenths) => tenths / 10),
    fc.double({ min: -200, max: 50, noNaN: true }),
  ),
  ts: fc.integer({ min: now - 59_999, max: now }),
});

describe('the CSV of the live chart (FILE-1)', () => {
  test.each(['America/Boise', 'Asia/Kolkata', 'UTC'])('is read back by the import to the last digit, in %s', (timezone) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(contact, {
          selector: ({ power, ...each }) => JSON.stringify([each, Math.fround(power) + 0]),
          maxLength: 40,
        }),
        (contacts) => {
          const keyOf = ({ ts, rxId, ant, freq, code, type, power }: Contact) =>
            [ts, rxId, ant, freq, code, type, Math.fround(power)].join(' ');
          const sorted = (list: Contact[]) => list.map(keyOf).toSorted();
          expect(sorted(readBack(written(contacts, { timezone })))).toEqual(sorted(contacts));
        },
      ),
    );
  });

  test('is in order of time, numbered, with the offset in its header, and the codes of beepers', () => {
    const plain = { rxId: 1, ant: 3, freq: 150.345, power: -87.4 };
    const csv = written([
      { ...plain, code: 42, type: 18, ts: now },
      { ...plain, code: 12, type: 7, ts: now - 1_500 },
    ]);
    expect(csv).toBe(
      'contactId,decodeTimeUTC-06:00,ReceiverId,antenna,frequency,codeNumber,protocol,power,receiverName\r\n' +
        '1,2026-05-01 06:00:05.750,1,3,150.345,12,Beeper,-87.4,"Creek, north"\r\n' +
        '2,2026-05-01 06:00:07.250,1,3,150.345,42,Lotek 2000,-87.4,"Creek, north"\r\n',
    );
  });

  test('holds the range and what the filters let through, no more (LIVE-18)', () => {
    const at = (ts: number, rxId = 1): Contact => ({ rxId, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts });
    const contacts = [at(now - 60_000), at(now - 59_999), at(now), at(now + 1), at(now - 5, 2)];
    expect(readBack(written(contacts, { only: 1 })).map(({ ts }) => ts)).toEqual([now - 59_999, now]);
  });

  test('guards what a spreadsheet would take for a formula', () => {
    const csv = written([{ rxId: 2, ant: 1, freq: 150, code: 1, type: 8, power: -80, ts: now }]);
    expect(csv).toContain(`,"'=HYPERLINK(""x"")"\r\n`);
  });

  test('names each contact rightly while others come and go in the window', () => {
    const heard = (change: Partial<Contact>) => sampleContact({ freq: 150, code: 1, power: -80, ts: now, ...change });
    const window = new ContactWindow();
    window.append([heard({ ts: now - 299_000 })], now);
    const csv = contactsCsv(window, { from: now - 300_000, to: now }, () => true, receivers, new TimeText('UTC'));
    const lines = [csv.next().value, csv.next().value];
    expect(lines.at(-1)).toContain('1,1,150,1,Coded,-80,"Creek, north"');
    // The window drops the series already written, and another takes its place.
    window.append([heard({ rxId: 3, ant: 4, code: 77, ts: now - 1_000 })], now + 10_000);
    expect(window.series.read(0).code, 'the place was taken').toBe(77);
    expect([...csv].join('')).toContain(",3,4,150,77,Coded,-80,'Ōtaki mouth");
  });
});
