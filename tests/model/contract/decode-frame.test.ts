import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { decodeIncoming, decodeOutgoing, isContact } from '#model/contract/decode-frame.ts';
import { inWords } from '#model/fields/issue-text.ts';
import { maxContactsPerFrame, maxHostFrameChars } from '#model/contract/socket-messages.ts';
import { contactSchema } from '#model/entities/contact.ts';

const contact = { rxId: 1, ant: 2, freq: 150.05, code: 575, type: 8, power: -87, ts: 1_700_000_000_000 };

/** Numbers around every bound of the schema, and values that are not numbers. */
const field = fc.oneof(
  fc.integer({ min: -10, max: 300 }),
  fc.double(),
  fc.constantFrom(
    0,
    1,
    8,
    9,
    255,
    256,
    2000,
    2000.1,
    -200,
    -200.1,
    50,
    50.1,
    32_767,
    32_768,
    8.64e15,
    8.64e15 + 2,
    NaN,
    Infinity,
  ),
  fc.constantFrom('1', null, undefined, true, [1]),
);
const nearContact = fc.record(
  { rxId: field, ant: field, freq: field, code: field, type: field, power: field, ts: field, n: field },
  { requiredKeys: [] },
);

describe('the fast contact check (CON-1, CON-2)', () => {
  it('agrees with the schema on anything', () => {
    fc.assert(
      fc.property(fc.oneof(nearContact, fc.anything()), (value) => {
        expect(isContact(value)).toBe(v.safeParse(contactSchema, value).success);
      }),
      { numRuns: 5_000 },
    );
  });

  it('agrees with the schema on contacts that have one odd field', () => {
    const keys = fc.constantFrom(...(Object.keys(contactSchema.entries) as (keyof typeof contactSchema.entries)[]));
    fc.assert(
      fc.property(keys, field, (key, value) => {
        const candidate = { ...contact, [key]: value };
        expect(isContact(candidate)).toBe(v.safeParse(contactSchema, candidate).success);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('decodeIncoming', () => {
  it('reads one contact and many (SOCK-2)', () => {
    expect(decodeIncoming(JSON.stringify({ type: 'contact', payload: contact }))).toMatchObject({
      ok: true,
      value: { payload: contact },
    });
    const many = { type: 'contact', payload: [contact, contact], at: { epoch: 'e', from: 7 } };
    expect(decodeIncoming(JSON.stringify(many))).toEqual({ ok: true, value: many });
  });

  it.each([
    ['', 'not JSON'],
    ['{', 'not JSON'],
    ['null', 'no type'],
    ['[]', 'no type'],
    ['{"type":4}', 'no type'],
    ['{"type":"toString"}', "'toString' is not known"],
    ['{"type":"newRxState","payload":{"rxId":1}}', 'newRxState'],
    ['{"type":"contact","payload":[{"rxId":1}]}', 'contact[0]'],
    [JSON.stringify({ type: 'contact', payload: [contact], at: { epoch: 'e', from: -1 } }), 'at.from'],
    [JSON.stringify({ type: 'contact', payload: Array.from({ length: maxContactsPerFrame + 1 }, () => contact) }), 'are allowed'],
    [`"${'x'.repeat(maxHostFrameChars)}"`, 'are allowed'],
  ])('refuses a frame: %#', (text, reason) => {
    const decoded = decodeIncoming(text);
    expect(decoded).toMatchObject({ ok: false });
    expect(!decoded.ok && decoded.reason.text).toContain(reason);
  });

  it('reads a frame exactly as long as one may be, and none that is longer (SOCK-18)', () => {
    const frame = JSON.stringify({ type: 'invalidate', payload: ['fleet'] }).padEnd(maxHostFrameChars);
    expect(decodeIncoming(frame)).toMatchObject({ ok: true });
    expect(decodeIncoming(`${frame} `)).toMatchObject({ ok: false });
  });

  it('never throws (SOCK-3)', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodeIncoming(text)));
  });
});

describe('decodeOutgoing', () => {
  it('reads the subscription to the letter (SOCK-4)', () => {
    expect(decodeOutgoing(`{"type":"subscribe","payload":"receivers"}`, inWords)).toEqual({
      ok: true,
      value: { type: 'subscribe', payload: 'receivers' },
    });
  });

  it('refuses a command for something that is no receiver (CMD-1)', () => {
    expect(decodeOutgoing(`{"type":"rxReboot","payload":["x"]}`, inWords)).toMatchObject({ ok: false });
  });
});
