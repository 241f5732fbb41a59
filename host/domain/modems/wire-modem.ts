import * as v from 'valibot';
import { isStorableText, text } from '#model/fields/fields.ts';
import { whole, within } from '#model/fields/value-fields.ts';
import { contactBounds } from '#model/entities/contact.ts';
import { type ModemNumber, modemNumbers, modemTexts } from '#model/entities/modem.ts';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { ModemReport } from '../../platform/store/fleet/modem-readings.ts';
import { eachNumber } from '../../platform/store/schema-modems.ts';
import { fault, fromTo, instantIn, isNumber, type Loose, timeFault } from '../contacts/index.ts';
import type { ModemDirectory } from './modem-directory.ts';

/** The inclusive bounds of a modem's measurements, with their units. */
const measures = {
  supplyVoltage: { min: 0, max: 100, unit: 'V' },
  coreTemperature: { min: -100, max: 200, unit: '°C' },
  rssi: { min: contactBounds.power.min, max: 0, unit: 'dBm' },
} as const;

/** The most characters of a text in a report. */
const longestText = 100;

const said = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);
const saidText = said(v.pipe(text(longestText), v.minLength(1)));
const saidNumber = ({ min, max }: { min: number; max: number }) => said(within(min, max));
const named = v.pipe(v.string(), v.minLength(1), v.maxLength(aliasMaxLength));

/**
 * A report as a modem sends it (REG-28): its name, `ts` as in a contact, and any of the other fields. Null
 * means not reported. A test checks that `readWireModem` agrees with this schema.
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
  ...v.entriesFromList(modemTexts, saidText),
  supplyVoltage: saidNumber(measures.supplyVoltage),
  coreTemperature: saidNumber(measures.coreTemperature),
  rssi: saidNumber(measures.rssi),
  site: said(named),
});

/** A report in which the modem reports nothing. */
export const nothingReported = { ...eachNumber(() => null), texts: {}, site: null };

/** Returns why an unknown modem is refused, and how to add it. */
export function unknownModem(systemId: string, name: string): string {
  return `unknown modem '${name}': npm run admin -- modems add ${systemId} NAME --site SITE adds it`;
}

/** Returns the report in a decoded line, or why it is refused. `now` is the time of arrival in ms. */
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
  const measured: Partial<Record<ModemNumber, number>> = {};
  for (const name of modemNumbers) {
    const { [name]: number = null } = wire;
    if (number === null) continue;
    if (!isNumber(number, measures[name])) return fault(name, number, `${measures[name].unit} from ${fromTo(measures[name])}`);
    measured[name] = number;
  }
  const site = siteIn(siteName, directory);
  if (!site.ok) return site;
  if (Object.keys({ ...texts, ...measured }).length === 0 && site.value === null)
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
