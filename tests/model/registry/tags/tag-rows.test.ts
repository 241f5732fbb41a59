import { expect, test } from 'vitest';
import type { Tag } from '#model/registry/tags/tag.ts';
import { partners, placeText, tagColumns, tagRow } from '#model/registry/tags/tag-rows.ts';
import { tablePage } from '#model/tables/table-rows.ts';
import { tableAddress } from '#model/tables/table-address.ts';
import { tableCsv } from '#model/tables/table-file.ts';
import { registrySamples } from '../../../support/screen-facts/registries.ts';

const tag = registrySamples.tag.row;
const names = {
  animal: (id: number) => ({ 7: 'Tag 2', 8: 'Tag 10' })[id],
  transmitter: (id: number) => (id === 9 ? 'TX-0009' : undefined),
  receiver: (id: number) => (id === 3 ? 'Crest' : undefined),
  stamp: (ts: number) => new Date(ts - 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
};
const heard: Tag = {
  ...tag,
  id: 6,
  AnimalId: 8,
  TransmitterId: 10,
  retrieveTime: '2026-06-01 00:00:00',
  lastContacted: '2026-05-20 08:00:00',
  ReceiverId: 3,
};

test('a row has the names of what it puts together, and times by the clocks of the system (REG-8)', () => {
  expect(tagRow(tag, names)).toMatchObject({
    animalAlias: 'Tag 2',
    txSerialNumber: 'TX-0009',
    place: '',
    shown: { release: '2026-05-01 11:00:00', retrieve: '', contacted: '' },
  });
  expect(tagRow(heard, names)).toMatchObject({
    animalAlias: 'Tag 10',
    txSerialNumber: 'Transmitter 10',
    place: 'Crest',
    shown: { retrieve: '2026-05-31 23:00:00', contacted: '2026-05-20 07:00:00' },
  });
});

test.each([
  ['', [5, 6], 'Tag 2 before Tag 10'],
  ['?sort=-releaseTime', [5, 6], 'equal ones by their numbers'],
  ['?sort=lastContacted', [6, 5], 'what was never heard comes last'],
  ['?search=crest', [6], 'by the place'],
])('the table of %j shows %j: %s', (search, ids) => {
  const { state } = tableAddress(tagColumns).read(search);
  const rows = [heard, tag].map((each) => tagRow(each, names));
  expect(tablePage(rows, tagColumns, state).rows.map(({ id }) => id)).toEqual(ids);
});

test('without headings, as on a phone, it says what happened when and where', () => {
  const alone = (row: Tag) =>
    tagColumns.map(({ text, alone: said = text }) => said(tagRow(row, names))).filter((text) => text !== '');
  expect(alone(tag)).toEqual(['Tag 2', 'TX-0009', 'released 2026-05-01 11:00:00', 'at (44.9000, -113.6000)']);
  expect(alone(heard).slice(4)).toEqual(['retrieved 2026-05-31 23:00:00', 'heard 2026-05-20 07:00:00', 'Crest']);
});

test('a file has each column, numbers in full (REG-21)', () => {
  const csv = tableCsv([tagRow(tag, names)], tagColumns, { search: '', sort: { by: 'animalAlias', direction: 'ascending' } });
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'Name,Transmitter SN,Release Time (UTC),Release Latitude (°),Release Longitude (°),Retrieve Time (UTC),Retrieve Latitude (°),Retrieve Longitude (°),Last Contacted (UTC),Place',
    'Tag 2,TX-0009,2026-05-01 12:00:00,44.9,-113.6,,,,,',
  ]);
});

test.each([
  [null, true],
  ['2026-05-02 00:00:01', true],
  ['2026-05-02 00:00:00', false],
  ['2026-13-01 00:00:00', true],
])('retrieved at %j, its animal and transmitter are taken: %j (REG-23)', (retrieveTime, isTaken) => {
  const now = Date.parse('2026-05-02T00:00:00Z');
  expect(partners([{ ...tag, retrieveTime }], now, 'AnimalId').has(7)).toBe(isTaken);
  expect(partners([{ ...tag, retrieveTime }], now, 'TransmitterId').has(9)).toBe(isTaken);
});

test.each([
  [44.90004, -113.6, '(44.9000, -113.6000)'],
  [null, -113.6, 'Set location...'],
])('a place of %j, %j is %j', (latitude, longitude, text) => {
  expect(placeText(latitude, longitude)).toBe(text);
});
