import * as v from 'valibot';
import { expect, test } from 'vitest';
import { nothingReported, readWireModem, wireModemSchema } from '../../../../host/domain/modems/wire-modem.ts';
import { saidTexts } from '../../../support/modem-texts.ts';

const now = Date.UTC(2026, 5, 1);
const directory = {
  modemOf: (name: string) => (name === 'M7' ? 7 : undefined),
  siteOf: (alias: string) => (alias === 'Weir' ? 3 : undefined),
};
const read = (more: object) => readWireModem({ modem: 'M7', ts: now - 1_000, ...more }, { systemId: 'coast', directory }, now);
const texts = { ...saidTexts, network: 'N'.repeat(100) };
const measured = { supplyVoltage: 12.25, coreTemperature: -4.5, rssi: -71 };

test('reads whatever a modem says of itself; what is null or unknown is not said (REG-28)', () => {
  const whole = read({ ...texts, ...measured, site: 'Weir', uptime: 5 });
  const expected = { ...nothingReported, modemId: 7, ts: now - 1_000, ...measured, texts, site: { id: 3, alias: 'Weir' } };
  expect(whole).toEqual({ ok: true, value: expected });
  const few = read({ ts: new Date(now).toISOString(), rssi: 0, model: null, site: null, supplyVoltage: null });
  expect(few).toEqual({ ok: true, value: { ...nothingReported, modemId: 7, ts: now, rssi: 0 } });
});

const time = 'it takes ms since 1970 or an ISO time with its offset';
const refusals: [object, string][] = [
  [{ rssi: -1, modem: 'M8' }, "unknown modem 'M8': npm run admin -- modems add coast NAME --site SITE adds it"],
  [{ rssi: -1, modem: undefined }, 'modem is missing'],
  [{ rssi: -1, modem: '' }, `modem is "": it takes a modem's name`],
  [{ rssi: -1, modem: 7 }, `modem is 7: it takes a modem's name`],
  [{ rssi: -1, ts: undefined }, 'ts is missing'],
  [{ rssi: -1, ts: '1 June' }, `ts is "1 June": ${time}`],
  [{ rssi: -1, ts: now + 3_600_000 }, 'the time is in the future'],
  [{ rssi: -1, ts: 0 }, 'the time is before the year 2000'],
  [{}, 'it has no field about the modem'],
  [{ supplyVoltage: 100.1 }, 'supplyVoltage is 100.1: it takes V from 0 to 100'],
  [{ supplyVoltage: '12' }, 'supplyVoltage is "12": it takes V from 0 to 100'],
  [{ coreTemperature: -101 }, 'coreTemperature is -101: it takes °C from -100 to 200'],
  [{ rssi: 1 }, 'rssi is 1: it takes dBm from -200 to 0'],
  [{ model: '' }, 'model is "": it takes a text of 1 to 100 characters'],
  [{ sim: 893 }, 'sim is 893: it takes a text of 1 to 100 characters'],
  [{ network: 'a\0b' }, String.raw`network is "a\u0000b": it takes a text of 1 to 100 characters`],
  [{ network: 'N'.repeat(101) }, `network is "${'N'.repeat(59)}: it takes a text of 1 to 100 characters`],
  [{ site: 'Wier' }, `unknown site 'Wier': create it in the console first, or leave the site out`],
  [{ site: 5 }, `site is 5: it takes a site's name`],
];

test.each(refusals)('%j is refused in a clear word: %s (REG-28)', (more, reason) => {
  expect(read(more)).toEqual({ ok: false, reason });
});

test.each([[null], ['x'], [[1]]])('%j is no object', (value) => {
  expect(readWireModem(value, { systemId: 'coast', directory }, now)).toEqual({ ok: false, reason: 'not an object' });
});

test('what the API document tells fits what is read, field by field (CALL-17)', () => {
  const ofFields = refusals.filter(([, reason]) => reason.includes(': it takes'));
  const taken = ofFields.filter(([more]) => v.safeParse(wireModemSchema, { modem: 'M7', ts: now, ...more }).success);
  expect(taken).toEqual([]);
  expect(v.safeParse(wireModemSchema, { modem: 'M7', ts: now, ...texts, ...measured, site: 'Weir' }).success).toBe(true);
});
