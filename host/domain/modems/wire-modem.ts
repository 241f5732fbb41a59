import * as v from 'valibot';
import { isStorableText, text } from '#model/fields/fields.ts';
import { whole, within } from '#model/fields/value-fields.ts';
import { contactBounds } from '#model/entities/contact.ts';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { ModemReport } from '../../platform/store/fleet/modem-readings.ts';
import { modemTexts } from '../../platform/store/schema-modems.ts';
import { fault, fromTo, instantIn, isNumber, type Loose, timeFault } from '../contacts/index.ts';
import type { ModemDirectory } from './modem-directory.ts';

/** The bounds of what a modem measures, both included: V, °C and dBm. */
export const modemBounds = {
  supplyVoltage: { min: 0, max: 100 },
  coreTemperature: { min: -100, max: 200 },
  rssi: { min: contactBounds.power.min, max: 0 },
} as const;

const measures = [
  ['supplyVoltage', 'V'],
  ['coreTemperature', '°C'],
  ['rssi', 'dBm'],
] as const;

/** Characters of a text that a modem says of itself. */
const longestText = 100;

const said = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);
const saidText = said(v.pipe(text(longestText), v.minLength(1)));
const named = v.pipe(v.string(), v.minLength(1), v.maxLength(aliasMaxLength));

/**
 * What a modem reports of itself (REG-28): its name and `ts` as in a contact, and any of the other fields.
 * What is null is not said. `readWireModem` is held to this rule by a test.
 */
export const wireModemSchema = v.object({
  modem: named,
  ts: v.union([
    whole(contactBounds.ts.min, contactBounds.ts.max),
    v.pipe(
      v.string(),
      v.check((value) => instantIn(value) !== null),
    ),
  ]),
  model: saidText,
  hardwareVersion: saidText,
  firmwareVersion: saidText,
  lanAddress: saidText,
  wanAddress: saidText,
  sim: saidText,
  rfBand: saidText,
  network: saidText,
  supplyVoltage: said(within(modemBounds.supplyVoltage.min, modemBounds.supplyVoltage.max)),
  coreTemperature: said(within(modemBounds.coreTemperature.min, modemBounds.coreTemperature.max)),
  rssi: said(within(modemBounds.rssi.min, modemBounds.rssi.max)),
  site: said(named),
});

/** A report in which nothing but a mean or a measured value is. */
export const nothingReported = {
  supplyVoltage: null,
  voltageMin: null,
  voltageMax: null,
  coreTemperature: null,
  temperatureMin: null,
  temperatureMax: null,
  rssi: null,
  texts: {},
  site: null,
} as const;

/** Why a modem of that name is refused, and what adds it. */
export function unknownModem(systemId: string, name: string): string {
  return `unknown modem '${name}': npm run admin -- modems add ${systemId} NAME --site SITE adds it`;
}

/** What a decoded line says of a modem of the system, or why it is refused. `now` in ms, when it arrived. */
export function readWireModem(
  value: unknown,
  { systemId, directory }: { systemId: string; directory: ModemDirectory },
  now: number,
): Result<ModemReport> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not an object');
  const wire = value as Loose;
  const { modem, site: siteName = null } = wire;
  if (!isName(modem)) return fault('modem', modem, "a modem's name");
  const modemId = directory.modemOf(modem);
  if (modemId === undefined) return refused(unknownModem(systemId, modem));
  const ts = instantIn(wire['ts']);
  if (ts === null) return fault('ts', wire['ts'], 'ms since 1970 or an ISO time with its offset');
  const untimely = timeFault(ts, now);
  if (untimely !== null) return refused(untimely);
  const texts: ModemReport['texts'] = {};
  for (const name of modemTexts) {
    const { [name]: text = null } = wire;
    if (text === null) continue;
    if (!isText(text)) return fault(name, text, `a text of 1 to ${longestText} characters`);
    texts[name] = text;
  }
  const measured = { supplyVoltage: null, coreTemperature: null, rssi: null } as Record<keyof typeof modemBounds, number | null>;
  for (const [name, unit] of measures) {
    const { [name]: number = null } = wire;
    if (number !== null && !isNumber(number, modemBounds[name]))
      return fault(name, number, `${unit} from ${fromTo(modemBounds[name])}`);
    measured[name] = number;
  }
  const site = siteIn(siteName, directory);
  if (!site.ok) return site;
  if (Object.keys(texts).length === 0 && Object.values(measured).every((one) => one === null) && site.value === null)
    return refused('it has no field about the modem');
  return accepted({ ...nothingReported, modemId, ts, texts, ...measured, site: site.value });
}

function siteIn(alias: unknown, directory: ModemDirectory): Result<ModemReport['site']> {
  if (alias === null) return accepted(null);
  if (!isName(alias)) return fault('site', alias, "a site's name");
  const id = directory.siteOf(alias);
  if (id === undefined) return refused(`unknown site '${alias}': create it in the console first, or leave the site out`);
  return accepted({ id, alias });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= aliasMaxLength;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longestText && isStorableText(value);
}
