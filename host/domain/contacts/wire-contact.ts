import * as v from 'valibot';
import { type Contact, contactSchema } from '#model/entities/contact.ts';
import { accepted, refused, type Result } from '../../platform/result.ts';
import { timeFault } from './contact-bounds.ts';
import { parseInstant } from './instant.ts';
import type { ReceiverDirectory } from './receiver-directory.ts';

/** A contact as it was sent: with the sender's own number of it, where it counts them. */
export type WireContact = Contact & { seq?: number };

const int32 = { min: -0x8000_0000, max: 0x7fff_ffff };
const { ant, freq, type, power, ts } = contactSchema.entries;

/**
 * One contact as a receiver sends it: fields of ING-2, CON-2, the receiver by `rxId` or by its alias as
 * `receiver`, `ts` in ms since the epoch or as an ISO time with its offset. `seq`, optional, is the contact's
 * number as its sender counts them, by its receiver key: with it, contacts that are equal in all else are
 * still two, also in two requests. This is the rule; `readWireContact` is its fast form, held to it by a
 * test.
 */
export const wireContactSchema = v.object({
  rxId: v.optional(v.pipe(contactSchema.entries.rxId, v.maxValue(int32.max))),
  receiver: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(45))),
  ant,
  freq,
  code: v.pipe(v.number(), v.integer(), v.minValue(int32.min), v.maxValue(int32.max)),
  type,
  power,
  ts: v.union([
    ts,
    v.pipe(
      v.string(),
      v.check((text) => parseInstant(text) !== null),
    ),
  ]),
  seq: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))),
});

type Loose = Readonly<Record<string, unknown>>;

/** The contact in a decoded line, or why it is refused. `now` in ms. */
export function readWireContact(value: unknown, directory: ReceiverDirectory, now: number): Result<WireContact> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not an object');
  const wire = value as Loose;
  const named = receiverId(wire, directory);
  if (!named.ok) return named;
  const { ant: antenna, freq: frequency, code, type: decodedAs, power: dbm, seq } = wire;
  if (!isWhole(antenna, 1, 8)) return fault('ant', antenna, 'a whole number from 1 to 8');
  if (!isNumber(frequency, 0, 2000)) return fault('freq', frequency, 'MHz from 0 to 2000');
  if (!isWhole(code, int32.min, int32.max)) return fault('code', code, 'a whole number');
  if (!isWhole(decodedAs, 0, 255)) return fault('type', decodedAs, 'a whole number from 0 to 255');
  if (!isNumber(dbm, -200, 50)) return fault('power', dbm, 'dBm from -200 to 50');
  const at = typeof wire['ts'] === 'string' ? parseInstant(wire['ts']) : wire['ts'];
  if (!isWhole(at, 0, 8.64e15)) return fault('ts', wire['ts'], 'ms since 1970 or an ISO time with its offset');
  if (seq !== undefined && !isWhole(seq, 0, Number.MAX_SAFE_INTEGER)) {
    return fault('seq', seq, 'a whole number from 0 to 9007199254740991');
  }
  const contact = { rxId: named.value, ant: antenna, freq: frequency, code, type: decodedAs, power: dbm, ts: at };
  const untimely = timeFault(at, now);
  if (untimely !== null) return refused(untimely);
  return accepted(seq === undefined ? contact : { ...contact, seq });
}

function receiverId(wire: Loose, directory: ReceiverDirectory): Result<number> {
  const { rxId: id, receiver } = wire;
  if (receiver !== undefined && (typeof receiver !== 'string' || receiver.length === 0 || receiver.length > 45)) {
    return fault('receiver', receiver, "a receiver's alias");
  }
  if (id !== undefined) {
    if (!isWhole(id, 1, int32.max)) return fault('rxId', id, "a receiver's id");
    return directory.has(id) ? accepted(id) : refused(`unknown receiver ${id}`);
  }
  if (receiver === undefined) return refused('neither rxId nor receiver is given');
  const known = directory.idOf(receiver);
  return known === undefined ? refused(`unknown receiver '${receiver}'`) : accepted(known);
}

function isNumber(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && isNumber(value, min, max);
}

function fault(field: string, value: unknown, takes: string): { ok: false; reason: string } {
  if (value === undefined) return refused(`${field} is missing`);
  return refused(`${field} is ${JSON.stringify(value).slice(0, 60)}: it takes ${takes}`);
}
