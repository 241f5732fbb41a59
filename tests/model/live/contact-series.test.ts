import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContactSeries, type Series } from '#model/live/contact-series.ts';

const series: fc.Arbitrary<Series> = fc.record({
  rxId: fc.constantFrom(1, 2, 2 ** 40),
  ant: fc.integer({ min: 1, max: 2 }),
  freq: fc.constantFrom(150.05, 150.050_01),
  code: fc.integer({ min: -5, max: 40 }),
  type: fc.constantFrom(4, 18),
});

test('each series in use has its own id, found again however many came and went before', () => {
  const comingAndGoing = fc.array(fc.oneof({ weight: 3, arbitrary: series }, { weight: 2, arbitrary: fc.nat(10_000) }), {
    minLength: 300,
    maxLength: 1_500,
    size: 'max',
  });
  fc.assert(
    fc.property(comingAndGoing, (steps) => {
      const dictionary = new ContactSeries();
      const used = new Map<string, { id: number; series: Series }>();
      for (const step of steps) {
        if (typeof step === 'number') {
          const [key, gone] = [...used][step % Math.max(1, used.size)] ?? [];
          if (!gone) continue;
          dictionary.release(gone.id);
          used.delete(key!);
        } else if (!used.has(JSON.stringify(step))) {
          const id = dictionary.idOf(step);
          dictionary.use(id);
          used.set(JSON.stringify(step), { id, series: step });
        }
      }
      for (const known of used.values()) expect(dictionary.idOf(known.series)).toBe(known.id);
      expect(new Set([...used.values()].map(({ id }) => id)).size).toBe(used.size);
      for (const known of used.values()) expect(dictionary.read(known.id)).toEqual(known.series);
    }),
    { numRuns: 60 },
  );
});

test('an id given to another series has a new epoch', () => {
  const dictionary = new ContactSeries();
  const first: Series = { rxId: 1, ant: 1, freq: 150, code: 1, type: 18 };
  const id = dictionary.idOf(first);
  dictionary.use(id);
  const before = dictionary.epochs[id]!;
  dictionary.release(id);
  expect(dictionary.isUsed(id)).toBe(false);
  expect(dictionary.idOf({ ...first, code: 2 })).toBe(id);
  expect(dictionary.epochs[id]).toBe(before + 1);
});
