import * as v from 'valibot';
import { type Contact, contactBounds, contactSchema } from '../entities/contact.ts';
import { accepted, refused, type Result } from '../result.ts';
import {
  type Incoming,
  incomingSchemas,
  type Outgoing,
  maxContactsPerFrame,
  maxHostFrameChars,
  outgoingSchemas,
} from './socket-messages.ts';

/**
 * Why a frame is not a valid message, as a sentence. `unknownType` is the type of the frame if it is unknown;
 * such frames are ignored (SOCK-3).
 */
export type FrameProblem = { text: string; unknownType?: string };

type Decoded<Message> = Result<Message, FrameProblem>;
type Words = v.Config<v.BaseIssue<unknown>>;

/**
 * Returns true if `value` is a contact that `contactSchema` accepts. It is written by hand because contacts
 * come by the hundred thousand, and the schema takes microseconds for each. A property test compares the two.
 */
export function isContact(value: unknown): value is Contact {
  if (typeof value !== 'object' || value === null) return false;
  const c = value as Record<string, unknown>;
  return (
    isWhole(c['rxId'], anyReceiver) &&
    isWhole(c['ant'], ant) &&
    isBetween(c['freq'], freq) &&
    isWhole(c['code'], code) &&
    isWhole(c['type'], type) &&
    isBetween(c['power'], power) &&
    isWhole(c['ts'], ts) &&
    (c['n'] === undefined || isWhole(c['n'], n))
  );
}

const { ant, freq, code, type, power, ts, n } = contactBounds;
const anyReceiver = { min: 1, max: Number.MAX_VALUE };

type Bounds = { readonly min: number; readonly max: number };

function isBetween(value: unknown, { min, max }: Bounds): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

function isWhole(value: unknown, bounds: Bounds): boolean {
  return isBetween(value, bounds) && Number.isInteger(value);
}

/**
 * Decodes a frame from the host. Never throws: if the frame is too large, is not JSON or does not fit its
 * schema, returns the reason. Contacts are checked without valibot for speed; the schema only explains the
 * first invalid one.
 */
export function decodeIncoming(text: string): Decoded<Incoming> {
  if (text.length > maxHostFrameChars)
    return problem(`The frame has ${text.length} characters; ${maxHostFrameChars} are allowed`);
  const parsed = parseEnvelope(text);
  if (!parsed.ok) return parsed;
  const { type, payload, at, stored } = parsed.value as { type: string; payload: unknown; at?: unknown; stored?: unknown };
  if (type === 'contact' && Array.isArray(payload)) return decodeContacts(payload, { at, stored });
  return decodeBy(incomingSchemas, parsed.value) as Decoded<Incoming>;
}

/**
 * Decodes a frame from a client, on the host. `words` contains the texts of problems. It is a parameter so
 * that the console need not load it.
 */
export function decodeOutgoing(text: string, words: Words): Decoded<Outgoing> {
  const parsed = parseEnvelope(text);
  return parsed.ok ? (decodeBy(outgoingSchemas, parsed.value, words) as Decoded<Outgoing>) : parsed;
}

function problem(text: string, more: { unknownType?: string } = {}): Decoded<never> {
  return refused({ text, ...more });
}

type Envelope = { type: string };

function parseEnvelope(text: string): Decoded<Envelope> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem('The frame is not JSON');
  }
  if (typeof value !== 'object' || value === null || typeof (value as Envelope).type !== 'string') {
    return problem('The frame has no type');
  }
  return accepted(value as Envelope);
}

const { at, stored } = incomingSchemas.contact.entries;
const numberingSchema = v.object({ at, stored });

function decodeContacts(payload: unknown[], numbering: unknown): Decoded<Incoming> {
  if (payload.length > maxContactsPerFrame) {
    return problem(`The frame has ${payload.length} contacts; ${maxContactsPerFrame} are allowed`);
  }
  const numbered = v.safeParse(numberingSchema, numbering);
  if (!numbered.success) return problem(explain('contact', numbered.issues));
  const bad = payload.findIndex((contact) => !isContact(contact));
  if (bad >= 0) {
    const result = v.safeParse(contactSchema, payload[bad]);
    return problem(explain(`contact[${bad}]`, result.issues ?? []));
  }
  return accepted({ type: 'contact', payload: payload as Contact[], ...numbered.output });
}

function decodeBy(schemas: Record<string, v.GenericSchema>, value: Envelope, words?: Words): Decoded<unknown> {
  const schema = Object.hasOwn(schemas, value.type) ? schemas[value.type] : undefined;
  if (!schema) {
    return problem(`The type '${value.type.slice(0, 64)}' is not known`, { unknownType: value.type });
  }
  const result = v.safeParse(schema, value, words);
  return result.success ? accepted(result.output) : problem(explain(value.type, result.issues));
}

function explain(where: string, issues: readonly v.BaseIssue<unknown>[]): string {
  const first = issues[0];
  return first ? `${where}: ${v.getDotPath(first) ?? ''} ${first.message}`.trim() : `${where} does not fit its schema`;
}
