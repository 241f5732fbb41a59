import * as v from 'valibot';
import { ip, port } from '../entities/receiver-address.ts';
import { latitude, longitude } from '../fields/value-fields.ts';
import { aliasMaxLength } from '../entities/receiver.ts';

/** Returns the message for an invalid input; null if it is valid. */
export type FieldCheck = (text: string) => string | null;

/** Checks a name: 1 to 45 characters (RX-3). */
export const nameProblem: FieldCheck = (text) => {
  const { length } = text.trim();
  return length === 0 ? 'A name is needed' : length > aliasMaxLength ? 'Cannot be longer' : null;
};

/** Checks an IP address (RX-4). */
export const ipProblem: FieldCheck = (text) => firstIssue(ip, text.trim());

/** Checks a port (RX-5). */
export const portProblem: FieldCheck = (text) => firstIssue(port, /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Keeps only the characters of an IP address: digits and dots. */
export function ipCharacters(text: string): string {
  return text.replace(/[^\d.]/g, '');
}

/** Parses a latitude in degrees (RX-6); null if it is not a number or out of range. */
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
