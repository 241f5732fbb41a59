import * as v from 'valibot';
import { incomingSchemas } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { BusEvent } from './bus.ts';

/**
 * The events that the relay carries. For sessions, memberships, systems, changes and heard receivers, each
 * process reads the database itself.
 */
export type Relayed = Extract<BusEvent, { kind: 'contacts' | 'message' | 'accountChanged' | 'missed' }>;

/**
 * One payload as sent; `number` counts the payloads of its process. A payload without events is a sign of
 * life.
 */
type RelayedPayload = { origin: string; number: number; events: Relayed[]; isLast: boolean };

const row = v.union([
  v.strictTuple([v.number(), v.number(), v.number(), v.number(), v.number(), v.number(), v.number()]),
  v.strictTuple([v.number(), v.number(), v.number(), v.number(), v.number(), v.number(), v.number(), v.number()]),
]);

const relayedMessage = v.variant('type', [
  incomingSchemas.invalidate,
  incomingSchemas.newRxState,
  incomingSchemas.newRxModel,
  incomingSchemas.rxInfo,
  incomingSchemas.rxHeard,
  incomingSchemas.commandAck,
  incomingSchemas.commandStatus,
]);

const relayedEvent = v.variant('kind', [
  v.pipe(
    v.object({ kind: v.literal('contacts'), mitasId: v.string(), rows: v.array(row) }),
    v.transform(({ kind, mitasId, rows }) => ({ kind, mitasId, contacts: rows.map(toContact) })),
  ),
  v.object({ kind: v.literal('message'), mitasId: v.string(), message: relayedMessage }),
  v.object({ kind: v.literal('accountChanged'), userId: v.number() }),
  v.object({ kind: v.literal('missed'), mitasIds: v.nullable(v.array(v.string())) }),
]);

/**
 * Messages added after version 1.22. They have a place of their own in the payload, which older versions do
 * not read. Newer versions skip messages there that they do not know, and still read the rest of the payload.
 */
const laterEvent = v.object({
  kind: v.literal('message'),
  mitasId: v.string(),
  message: v.variant('type', [incomingSchemas.replayed, incomingSchemas.rxContacts]),
});

const payloadSchema = v.tuple([v.string(), v.number(), v.array(relayedEvent), v.boolean(), v.optional(v.array(v.unknown()), [])]);

function toContact([rxId, ant, freq, code, type, power, ts, n]: v.InferOutput<typeof row>): Contact {
  const contact = { rxId, ant, freq, code, type, power, ts };
  return n === undefined ? contact : { ...contact, n };
}

function rowOf({ rxId, ant, freq, code, type, power, ts, n }: Contact): string {
  return JSON.stringify(n === undefined ? [rxId, ant, freq, code, type, power, ts] : [rxId, ant, freq, code, type, power, ts, n]);
}

export function isRelayed(event: BusEvent): event is Relayed {
  return event.kind === 'contacts' || event.kind === 'message' || event.kind === 'accountChanged' || event.kind === 'missed';
}

/** Reads a payload; returns null if it is not one of this version. */
export function readPayload(text: string): RelayedPayload | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  const read = v.safeParse(payloadSchema, given);
  if (!read.success) return null;
  const [origin, number, events, isLast, later] = read.output;
  return { origin, number, events: [...events, ...later.filter(isLater)], isLast };
}

function isLater(event: unknown): event is v.InferOutput<typeof laterEvent> {
  return v.is(laterEvent, event);
}

/** `isLast`: the process is ending and sends no more. */
type Writing = { origin: string; nextNumber: () => number; maxBytes: number; isLast: boolean };

/**
 * Writes events into as few payloads of at most `maxBytes` as possible, but at least one. Contacts of one
 * system are joined. An event too large for a payload is replaced by `missed`.
 */
export function writePayloads(events: readonly Relayed[], { origin, nextNumber, maxBytes, isLast }: Writing): string[] {
  const room = maxBytes - Buffer.byteLength(origin) - `["",${Number.MAX_SAFE_INTEGER},[],false,[]]`.length;
  const payloads: string[] = [];
  let [known, later, bytes] = [[] as string[], [] as string[], 0];
  const end = (isEnd: boolean) => {
    const apart = later.length === 0 ? '' : `,[${later.join()}]`;
    payloads.push(`["${origin}",${nextNumber()},[${known.join()}],${isEnd}${apart}]`);
    [known, later, bytes] = [[], [], 0];
  };
  const put = (text: string, event: Relayed) => {
    const size = Buffer.byteLength(text) + 1;
    if (bytes > 0 && bytes + size > room) end(false);
    (isLater(event) ? later : known).push(text);
    bytes += size;
  };
  for (const event of together(events)) {
    if (event.kind === 'contacts') for (const text of slicesOf(event, room - 1)) put(text, event);
    else {
      const fit = fitting(event, room - 1);
      put(JSON.stringify(fit), fit);
    }
  }
  end(isLast);
  return payloads;
}

/** Joins the contacts of each system into one event. */
function together(events: readonly Relayed[]): Relayed[] {
  const contacts = new Map<string, Contact[]>();
  const whole: Relayed[] = [];
  for (const event of events) {
    const before = event.kind === 'contacts' ? contacts.get(event.mitasId) : undefined;
    if (event.kind !== 'contacts') whole.push(event);
    else if (before !== undefined) for (const contact of event.contacts) before.push(contact);
    else {
      const all = [...event.contacts];
      contacts.set(event.mitasId, all);
      whole.push({ ...event, contacts: all });
    }
  }
  return whole;
}

function* slicesOf({ mitasId, contacts }: Extract<Relayed, { kind: 'contacts' }>, room: number): Generator<string> {
  const begin = `{"kind":"contacts","mitasId":${JSON.stringify(mitasId)},"rows":[`;
  const ends = Buffer.byteLength(begin) + 2;
  let rows: string[] = [];
  let bytes = ends;
  for (const contact of contacts) {
    const text = rowOf(contact);
    if (rows.length > 0 && bytes + text.length + 1 > room) {
      yield `${begin}${rows.join()}]}`;
      [rows, bytes] = [[], ends];
    }
    rows.push(text);
    bytes += text.length + 1;
  }
  if (rows.length > 0) yield `${begin}${rows.join()}]}`;
}

function fitting(event: Exclude<Relayed, { kind: 'contacts' }>, room: number): Relayed {
  if (Buffer.byteLength(JSON.stringify(event)) <= room) return event;
  return { kind: 'missed', mitasIds: event.kind === 'message' ? [event.mitasId] : null };
}
