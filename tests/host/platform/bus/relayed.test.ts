import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Relayed, readPayload, writePayloads } from '../../../../host/platform/bus/relayed.ts';
import type { Contact } from '#model/entities/contact.ts';

const contact: fc.Arbitrary<Contact> = fc.record(
  {
    rxId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    ant: fc.integer({ min: 0, max: 255 }),
    freq: fc.double({ min: 0, max: 2_000, noNaN: true }).map((freq) => Math.abs(freq)),
    code: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    type: fc.integer({ min: 0, max: 255 }),
    power: fc.double({ min: -200, max: 0, noNaN: true }).map((power) => power + 0),
    ts: fc.integer({ min: 0, max: 7_000_000_000_000 }),
    n: fc.integer({ min: 1, max: 999 }),
  },
  { requiredKeys: ['rxId', 'ant', 'freq', 'code', 'type', 'power', 'ts'] },
);
const replayed = { type: 'replayed' as const, payload: { played: 2_000, recorded: 1_000 } };
const mitasId = fc.constantFrom('field', 'Bäche "Ost"');
const event: fc.Arbitrary<Relayed> = fc.oneof(
  fc.record({ kind: fc.constant('contacts' as const), mitasId, contacts: fc.array(contact, { minLength: 1, maxLength: 200 }) }),
  fc.record({ kind: fc.constant('accountChanged' as const), userId: fc.nat() }),
  fc.record({ kind: fc.constant('missed' as const), mitasIds: fc.option(fc.array(mitasId, { maxLength: 3 })) }),
  mitasId.map((id) => ({
    kind: 'message' as const,
    mitasId: id,
    message: { type: 'newRxState' as const, payload: { rxId: 7, state: 4, ts: 1_000 } },
  })),
  mitasId.map((id) => ({ kind: 'message' as const, mitasId: id, message: replayed })),
);

/** Writes events for a wire with this limit, and reads them back. */
function through(events: Relayed[], maxBytes: number, isLast = false) {
  let number = 0;
  const payloads = writePayloads(events, { origin: 'one', nextNumber: () => (number += 1), maxBytes, isLast });
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(maxBytes);
  const read = payloads.map(readPayload);
  expect(read.map((payload) => payload?.number)).toEqual(payloads.map((_payload, index) => index + 1));
  expect(read.map((payload) => payload?.isLast)).toEqual(
    payloads.map((_payload, index) => isLast && index === payloads.length - 1),
  );
  return read.flatMap((payload) => payload?.events ?? []);
}

const contactsOf = (events: readonly Relayed[], id: string) =>
  events.flatMap((one) => (one.kind === 'contacts' && one.mitasId === id ? one.contacts : []));
const isReplayed = (event: Relayed) => event.kind === 'message' && event.message.type === 'replayed';
const others = (events: readonly Relayed[]) => events.filter((event) => event.kind !== 'contacts' && !isReplayed(event));

test('what is said arrives whole and in its order, in payloads of what the wire takes', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 12 }),
      fc.integer({ min: 400, max: 8_000 }),
      fc.boolean(),
      (events, maxBytes, isLast) => {
        const arrived = through(events, maxBytes, isLast);
        expect(others(arrived)).toEqual(others(events));
        expect(arrived.filter(isReplayed)).toEqual(events.filter(isReplayed));
        for (const id of ['field', 'Bäche "Ost"']) expect(contactsOf(arrived, id)).toEqual(contactsOf(events, id));
      },
    ),
    { numRuns: 200 },
  );
});

test('many small batches of a system go together, and nothing to say is one payload', () => {
  const one = { rxId: 1, ant: 1, freq: 150.5, code: 1, type: 8, power: -80, ts: 1_000 };
  const batches = Array.from({ length: 100 }, () => ({ kind: 'contacts' as const, mitasId: 'field', contacts: [one] }));
  expect(through(batches, 7_900)).toEqual([{ kind: 'contacts', mitasId: 'field', contacts: batches.map(() => one) }]);
  expect(writePayloads([], { origin: 'one', nextNumber: () => 1, maxBytes: 400, isLast: false })).toEqual(['["one",1,[],false]']);
});

test('a message that is too long for the wire is said to be missed', () => {
  const error = 'ä'.repeat(400);
  const payload = {
    commandId: 'c'.repeat(36),
    rxId: 1,
    commandType: 'rxUpdate' as const,
    status: 'failed' as const,
    error,
    at: 1,
  };
  const message = { kind: 'message' as const, mitasId: 'field', message: { type: 'commandStatus' as const, payload } };
  expect(through([message], 1_200)).toEqual([message]);
  expect(through([message], 500)).toEqual([{ kind: 'missed', mitasIds: ['field'] }]);
});

test('a host of before reads all that it knows beside what it does not, and so does this one (LIVE-33)', () => {
  const state = { type: 'newRxState' as const, payload: { rxId: 7, state: 4 as const, ts: 1_000 } };
  const events: Relayed[] = [replayed, state].map((message) => ({ kind: 'message', mitasId: 'field', message }));
  const [payload = ''] = writePayloads(events, { origin: 'one', nextNumber: () => 1, maxBytes: 7_900, isLast: false });
  // Versions up to 1.22 drop the whole payload if they do not know one of these, and ignore later elements.
  const [origin, number, known, isLast] = JSON.parse(payload) as unknown[];
  expect([origin, number, known, isLast]).toEqual(['one', 1, [events[1]], false]);
  expect(readPayload('["one",1,[],false,[{"kind":"launched"},{"kind":"message","mitasId":"a","message":{"type":"x"}}]]')).toEqual(
    {
      origin: 'one',
      number: 1,
      events: [],
      isLast: false,
    },
  );
});

test('what is none of ours is not understood', () => {
  for (const text of [
    '',
    'no JSON',
    '{}',
    '["one",1,[{"kind":"launched"}],false]',
    '["one",1,[{"kind":"contacts","mitasId":"a","rows":[[1]]}],false]',
  ])
    expect(readPayload(text)).toBeNull();
});
