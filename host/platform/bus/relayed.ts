import * as v from 'valibot';
import { incomingSchemas } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import type { BusEvent } from './bus.ts';

/**
 * What host processes hear of each other by the relay. Sessions, memberships, systems, changes and who was
 * heard each of them reads from the database by itself.
 */
export type Relayed = Extract<BusEvent, { kind: 'contacts' | 'message' | 'accountChanged' | 'missed' }>;

/**
 * One payload as it was sent: the `number`th of that process. One without events says that the process lives.
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
 * What came after version 1.22. It stands apart, where an older version does not look and a newer one passes
 * over what it does not know: what it stands beside is not lost with it, as a payload that cannot be read is.
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

/** Reads a payload; null where it is none of this version's. */
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

/** `isLast`: the process ends, and says no more. */
type Writing = { origin: string; nextNumber: () => number; maxBytes: number; isLast: boolean };

/**
 * Writes events as payloads of at most `maxBytes` each, as few as there can be and at least one; contacts of
 * one system come together. What is too long for any is replaced by word that it was missed.
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

/** The same events, the contacts of each system in one. */
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
