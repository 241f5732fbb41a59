import { expect, test } from 'vitest';
import { orderedRows, sortAfterPress } from '#model/tables/table-rows.ts';
import {
  antennaColumns,
  antennaRows,
  beaconColumns,
  beaconTableRows,
  efficiencyLevel,
  efficiencyText,
  statusChip,
} from '#model/statistics/stats-tables.ts';

test.each([
  [4, true, 'ONLINE'],
  [2, true, 'ONLINE'],
  [1, true, 'OPEN'],
  [3, true, 'OFFLINE'],
  [0, true, 'OFFLINE'],
  [77, true, 'OFFLINE'],
  [-1, true, 'DISABLED'],
  [4, false, 'DISABLED'],
] as const)('status %s of a receiver that is enabled: %s is %s (STAT-9)', (status, enabled, chip) => {
  expect(statusChip(status, enabled)).toBe(chip);
});

test.each([
  [0, 'none'],
  [0.1, 'poor'],
  [59.9, 'poor'],
  [60, 'fair'],
  [84.9, 'fair'],
  [85, 'good'],
  [140, 'good'],
] as const)('%d %% is %s (STAT-11)', (efficiency, level) => {
  expect(efficiencyLevel(efficiency)).toBe(level);
});

const look = { color: '#112233', siteId: 1, siteName: 'Ridge', siteColor: '#445566' };
const fleet = {
  looks: new Map([
    [1, { ...look, alias: 'Crest', label: '[Ridge] Crest' }],
    [2, { ...look, alias: 'Gully', label: '[Ridge] Gully' }],
  ]),
  rxIds: [1, 2],
  chipOf: (rxId: number) => (rxId === 1 ? ('ONLINE' as const) : ('OFFLINE' as const)),
  sinceOf: (rxId: number) => (rxId === 1 ? 1_000 : null),
};
const textsOf = <Row>(columns: readonly { text: (row: Row) => string }[], row: Row) => columns.map(({ text }) => text(row));

const health = {
  from: 0,
  to: 9_000_000,
  cellHours: 1,
  fitting: [{ ReceiverId: 1, antenna: 3, count: 12_000 }],
  detections: [{ ReceiverId: 1, antenna: 3, count: 1_007 }],
  cells: [
    { ReceiverId: 1, antenna: 1, at: 0, lastHour: 0, count: 1 },
    { ReceiverId: 1, antenna: 1, at: 3_600_000, lastHour: 3_600_000, count: 1 },
  ],
};
const contacts = [
  { ReceiverId: 1, antenna: 3, count: 12_345 },
  { ReceiverId: 1, antenna: 1, count: 2 },
  { ReceiverId: 9, antenna: 1, count: 5 },
];
const columns = antennaColumns(String, (ts) => `hour ${ts}`);

test('each antenna that heard any has a row, and each receiver of which none did (STAT-9, STAT-16)', () => {
  const rows = antennaRows({ contacts, health }, fleet);
  expect(rows.map((row) => textsOf(columns, row))).toEqual([
    ['Crest', 'Ridge', 'ONLINE', '1000', 'Antenna 1', '2', '0', '100 %', 'hour 3600000'],
    ['Crest', 'Ridge', 'ONLINE', '1000', 'Antenna 3', '12,345', '1007', '2.8 %', '–'],
    ['Gully', 'Ridge', 'OFFLINE', '–', '–', '0', '0', '–', '–'],
    ['Receiver 9', '–', 'OFFLINE', '–', 'Antenna 1', '5', '0', '100 %', '–'],
  ]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(columns.map((column) => ('alone' in column ? column.alone(rows[1]!) : null)).filter(Boolean)).toEqual([
    '12,345 contacts',
    '1007 detections',
    '2.8 % noise',
  ]);
});

test('where no transmitter is in use there is no noise share (STAT-16)', () => {
  const rows = antennaRows({ contacts, health: { ...health, fitting: null } }, fleet);
  expect(rows.map(({ noise }) => noise)).toEqual([null, null, null, null]);
});

test('one press of a heading brings the noisiest antenna to the top (STAT-16)', () => {
  const rows = antennaRows({ contacts, health }, fleet);
  const sort = sortAfterPress(columns, { by: 'receiver', direction: 'ascending' }, 'noise');
  expect(orderedRows(rows, columns, { search: '', sort }).map(({ noise }) => noise)).toEqual([
    1,
    1,
    expect.closeTo(0.028, 3),
    null,
  ]);
});

test('beacons of the receivers that were asked for; without a percentage it says why (STAT-8, STAT-9)', () => {
  const row = {
    antenna: 2,
    beaconId: 7,
    beaconName: 'BCN-1',
    codeNumber: 7,
    frequency: 150.5,
    detectedHits: 12,
    expectedHits: 20,
  };
  const rows = beaconTableRows(
    [
      { ...row, ReceiverId: 1, efficiency: 60, avgPower: -80.4, warningType: 'low', explanation: 'Less than half was heard' },
      {
        ...row,
        ReceiverId: 1,
        efficiency: null,
        expectedHits: null,
        avgPower: null,
        warningType: null,
        explanation: 'Not online',
      },
      { ...row, ReceiverId: 8, efficiency: 1, avgPower: null, warningType: null, explanation: null },
    ],
    fleet,
  );
  expect(rows.map((each) => textsOf(beaconColumns, each).slice(3))).toEqual([
    ['Antenna 2', 'BCN-1', '60 %', '12', '20', '−80 dBm', 'Low: Less than half was heard'],
    ['Antenna 2', 'BCN-1', '–', '12', '–', '–', 'Not online'],
  ]);
  expect(efficiencyText(null)).toBe('–');
});
