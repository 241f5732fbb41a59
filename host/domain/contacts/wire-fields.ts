import { int32 } from '#model/fields/value-fields.ts';
import { contactBounds } from '#model/entities/contact.ts';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { parseInstant } from './instant.ts';
import type { ReceiverDirectory } from './receiver-directory.ts';

/** An unchecked JSON object from a receiver. */
export type Loose = Readonly<Record<string, unknown>>;

type Bounds = { readonly min: number; readonly max: number };

/** Returns the id of the receiver that an item names by `rxId`, or by alias as `receiver` (ING-2). */
export function receiverId(wire: Loose, directory: ReceiverDirectory): Result<number> {
  const { rxId: id, receiver } = wire;
  if (receiver !== undefined && (typeof receiver !== 'string' || receiver.length === 0 || receiver.length > aliasMaxLength)) {
    return fault('receiver', receiver, "a receiver's alias");
  }
  if (id !== undefined) {
    if (!isWhole(id, { min: 1, max: int32.max })) return fault('rxId', id, "a receiver's id");
    return directory.has(id) ? accepted(id) : refused(`unknown receiver ${id}`);
  }
  if (receiver === undefined) return refused('neither rxId nor receiver is given');
  const known = directory.idOf(receiver);
  return known === undefined ? refused(`unknown receiver '${receiver}'`) : accepted(known);
}

/** True for a number within inclusive bounds. */
export function isNumber(value: unknown, { min, max }: Bounds): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

/** True for a whole number within inclusive bounds. */
export function isWhole(value: unknown, within: Bounds): value is number {
  return Number.isInteger(value) && isNumber(value, within);
}

/**
 * Returns the instant (ms) of a number or an ISO text; null for anything else, or if it is outside the bounds
 * of a contact's time.
 */
export function instantIn(value: unknown): number | null {
  const at = typeof value === 'string' ? parseInstant(value) : value;
  return isWhole(at, contactBounds.ts) ? at : null;
}

/** Formats bounds as '1 to 8'. */
export function fromTo({ min, max }: Bounds): string {
  return `${min} to ${max}`;
}

/** Returns a refusal that names the field, its value, and what it accepts. */
export function fault(field: string, value: unknown, takes: string): Result<never> {
  if (value === undefined) return refused(`${field} is missing`);
  return refused(`${field} is ${JSON.stringify(value).slice(0, 60)}: it takes ${takes}`);
}
