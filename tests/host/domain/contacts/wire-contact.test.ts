import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readWireContact, wireContactSchema } from '../../../../host/domain/contacts/wire-contact.ts';
import { contactSchema, earliestTs } from '#model/entities/contact.ts';

const now = Date.UTC(2026, 5, 1);
const anyReceiver = { has: () => true, idOf: () => 1 };

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'x',
    true,
    [],
    {},
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1,
    0,
    1.5,
    9,
    256,
    2 ** 31,
    2 ** 53,
  ),
  fc.double(),
  fc.integer(),
  fc.string(),
);
const instant = fc.integer({ min: earliestTs, max: now });
const good: Record<string, fc.Arbitrary<unknown>> = {
  rxId: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  receiver: fc.option(fc.string({ minLength: 1, maxLength: 45 }), { nil: undefined }),
  ant: fc.integer({ min: 1, max: 8 }),
  freq: fc.double({ min: 0, max: 2000, noNaN: true }),
  code: fc.integer(),
  type: fc.integer({ min: 0, max: 255 }),
  power: fc.double({ min: -200, max: 50, noNaN: true }),
  ts: fc.oneof(
    instant,
    instant.map((ts) => new Date(ts).toISOString()),
  ),
};
/** Mostly valid contacts, each with a few arbitrary fields. */
const wire = fc.record(
  Object.fromEntries(
    Object.entries(good).map(([name, value]) => [name, fc.oneof({ arbitrary: value, weight: 6 }, { arbitrary: odd, weight: 1 })]),
  ),
);

test('the fast reader takes exactly what the schema takes (CON-2, ING-2)', () => {
  fc.assert(
    fc.property(wire, (value) => {
      const read = readWireContact(value, anyReceiver, now);
      const fits = v.safeParse(wireContactSchema, value);
      const named = value['rxId'] !== undefined || value['receiver'] !== undefined;
      const inTime = fits.success && isInTime(fits.output.ts);
      expect(read.ok).toBe(fits.success && named && inTime);
      expect(!read.ok || v.is(contactSchema, read.value)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('both outcomes occur, so that the property above can fail', () => {
  const seen = new Set(fc.sample(wire, { numRuns: 500, seed: 1 }).map((value) => readWireContact(value, anyReceiver, now).ok));
  expect(seen).toEqual(new Set([true, false]));
});

function isInTime(ts: number | string): boolean {
  const ms = typeof ts === 'string' ? Date.parse(ts) : ts;
  return ms >= earliestTs && ms <= now + 300_000;
}
