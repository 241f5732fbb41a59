import * as v from 'valibot';
import { ip, port } from '../entities/receiver-address.ts';
import { latitude, longitude } from '../fields/value-fields.ts';
import { aliasMaxLength } from '../entities/receiver.ts';

/** Why a text is refused, in the words at its field; null for one that fits. */
export type FieldCheck = (text: string) => string | null;

/** RX-3: a name of 1 to 45 characters. */
export const nameProblem: FieldCheck = (text) => {
  const { length } = text.trim();
  return length === 0 ? 'A name is needed' : length > aliasMaxLength ? 'Cannot be longer' : null;
};

/** RX-4. */
export const ipProblem: FieldCheck = (text) => firstIssue(ip, text.trim());

/** RX-5. */
export const portProblem: FieldCheck = (text) => firstIssue(port, /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** What a field of an IP address takes of what is typed: digits and dots. */
export function ipCharacters(text: string): string {
  return text.replace(/[^\d.]/g, '');
}

/** RX-6: degrees, or null for what is no number or lies outside. */
export function latitudeIn(text: string): number | null {
  return degreesIn(latitude, text);
}

export function longitudeIn(text: string): number | null {
  return degreesIn(longitude, text);
}

function degreesIn(schema: v.GenericSchema<number, number>, text: string): number | null {
  const trimmed = text.trim().replace('−', '-');
  if (!/^[+-]?\d{1,3}(\.\d{0,12})?$/.test(trimmed)) return null;
  const { success, output } = v.safeParse(schema, Number(trimmed));
  return success ? output : null;
}

function firstIssue(schema: v.GenericSchema, value: unknown): string | null {
  const { issues } = v.safeParse(schema, value);
  if (issues === undefined) return null;
  return Number.isNaN(value) ? 'Invalid Port' : issues[0].message;
}
