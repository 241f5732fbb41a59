import { expect, test } from 'vitest';
import { nothingReported } from '../../../../host/domain/modems/wire-modem.ts';
import { knownAfter } from '../../../../host/domain/modems/write-modems.ts';
import { type ModemReport, seriesStep } from '../../../../host/platform/store/fleet/modem-readings.ts';
import type { KnownModem } from '../../../../host/platform/store/fleet/modems.ts';

const nothingKnown: KnownModem = { id: 1, facts: {}, lastContacted: null, siteId: null, placedAt: null };
const reports: ModemReport[] = [
  { ...nothingReported, modemId: 1, ts: 10, rssi: -70, texts: { model: 'A', sim: '1' }, site: { id: 4, alias: 'Weir' } },
  { ...nothingReported, modemId: 1, ts: 20, rssi: -80, texts: { model: 'B' } },
  { ...nothingReported, modemId: 1, ts: 30, supplyVoltage: 12.45, site: { id: 5, alias: 'Mill' } },
];
const after = (given: readonly ModemReport[], known = nothingKnown) =>
  given.reduce((modem, report) => knownAfter(modem, report, new Set([4, 5])), known);

test('each thing is known by the newest that said it, in whatever order reports come (REG-28)', () => {
  const facts: KnownModem['facts'] = { model: ['B', 20], sim: ['1', 10], rssi: [-80, 20], supplyVoltage: [12.45, 30] };
  for (const order of ['012', '021', '102', '120', '201', '210']) {
    const came = order.split('').map((at) => reports[Number(at)] as ModemReport);
    expect([order, after(came)]).toEqual([order, { id: 1, facts, lastContacted: 30, siteId: 5, placedAt: 30 }]);
  }
});

test('a report moves a modem only where it is newer than who placed it, and to a site that is there (REG-28)', () => {
  const placed = { ...nothingKnown, siteId: 9, placedAt: 25 };
  expect(after(reports.slice(0, 1), placed)).toMatchObject({ siteId: 9, placedAt: 25 });
  expect(after(reports, placed)).toMatchObject({ siteId: 5, placedAt: 30 });
  const gone = reports.reduce((modem, report) => knownAfter(modem, report, new Set([4])), nothingKnown);
  expect(gone).toMatchObject({ siteId: 4, placedAt: 10, lastContacted: 30 });
});

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
test.each([
  [6 * hour, minute],
  [day, 5 * minute],
  [3 * day, 10 * minute],
  [7 * day, 30 * minute],
  [30 * day, 2 * hour],
  [365 * day, 24 * hour],
  [27 * 365 * day, 730 * hour],
])('a time of %i ms has at most 500 steps, of %i ms each (REG-29)', (ms, step) => {
  expect(seriesStep(ms)).toBe(step);
  expect(ms / step).toBeLessThanOrEqual(500);
});
