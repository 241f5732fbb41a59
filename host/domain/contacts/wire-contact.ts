import * as v from 'valibot';
import { aliasMaxLength } from '#model/entities/receiver.ts';
import { int32, whole } from '#model/fields/value-fields.ts';
import { type Contact, contactBounds, contactSchema } from '#model/entities/contact.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { timeFault } from './contact-bounds.ts';
import { parseInstant } from './instant.ts';
import type { ReceiverDirectory } from './receiver-directory.ts';
import { fault, fromTo, isNumber, isWhole, type Loose, receiverId } from './wire-fields.ts';

/** A contact as sent, with the sender's own number if it has one. */
export type WireContact = Contact & { seq?: number };

const { ant, freq, code, type, power, ts } = contactSchema.entries;
const bounds = contactBounds;
/** The range of `seq`. */
const numbering = { min: 0, max: Number.MAX_SAFE_INTEGER };

/**
 * A contact as a receiver sends it: the fields of ING-2 and CON-2; the receiver as `rxId` or by alias as
 * `receiver`; `ts` in ms since the epoch or as an ISO time with an offset. The optional `seq` is the sender's
 * number of the contact for its key: with it, otherwise equal contacts are distinct, even in two requests.
 * This is the specification; `readWireContact` is a fast form of it, and a test compares them.
 */
export const wireContactSchema = v.object({
  rxId: v.optional(v.pipe(contactSchema.entries.rxId, v.maxValue(int32.max))),
  receiver: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(aliasMaxLength))),
  ant,
  freq,
  code,
  type,
  power,
  ts: v.union([
    ts,
    v.pipe(
      v.string(),
      v.check((text) => parseInstant(text) !== null),
    ),
  ]),
  seq: v.optional(whole(numbering.min, numbering.max)),
});

/** Returns the contact in a decoded line, or why it is refused. `now` is in ms. */
export function readWireContact(value: unknown, directory: ReceiverDirectory, now: number): Result<WireContact> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not an object');
  const wire = value as Loose;
  const named = receiverId(wire, directory);
  if (!named.ok) return named;
  const { ant: antenna, freq: frequency, code: number, type: decodedAs, power: dbm, seq } = wire;
  if (!isWhole(antenna, bounds.ant)) return fault('ant', antenna, `a whole number from ${fromTo(bounds.ant)}`);
  if (!isNumber(frequency, bounds.freq)) return fault('freq', frequency, `MHz from ${fromTo(bounds.freq)}`);
  if (!isWhole(number, bounds.code)) return fault('code', number, 'a whole number');
  if (!isWhole(decodedAs, bounds.type)) return fault('type', decodedAs, `a whole number from ${fromTo(bounds.type)}`);
  if (!isNumber(dbm, bounds.power)) return fault('power', dbm, `dBm from ${fromTo(bounds.power)}`);
  const at = typeof wire['ts'] === 'string' ? parseInstant(wire['ts']) : wire['ts'];
  if (!isWhole(at, bounds.ts)) return fault('ts', wire['ts'], 'ms since 1970 or an ISO time with its offset');
  if (seq !== undefined && !isWhole(seq, numbering)) {
    return fault('seq', seq, `a whole number from ${fromTo(numbering)}`);
  }
  const contact = { rxId: named.value, ant: antenna, freq: frequency, code: number, type: decodedAs, power: dbm, ts: at };
  const untimely = timeFault(at, now);
  if (untimely !== null) return refused(untimely);
  return accepted(seq === undefined ? contact : { ...contact, seq });
}
