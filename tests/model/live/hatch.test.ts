import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hatchLines } from '#model/live/hatch.ts';

test('the lines of a hatched place cover it evenly, slant by its height, and hang on their anchor', () => {
  const place = fc.record({
    from: fc.integer({ min: 0, max: 1_000 }),
    width: fc.integer({ min: 20, max: 1_000 }),
    height: fc.integer({ min: 1, max: 500 }),
    anchor: fc.integer({ min: -100_000, max: 2_000 }),
    spacing: fc.constantFrom(10, 15, 20),
  });
  fc.assert(
    fc.property(place, ({ from, width, ...rest }) => {
      const { height, anchor, spacing } = rest;
      const to = from + width;
      const lines = hatchLines({ from, to, ...rest });
      expect(lines.every(({ x1, x2, y1, y2 }) => x2 - x1 === height && y1 === height && y2 === 0)).toBe(true);
      expect(lines.every(({ x1 }) => (x1 - anchor) % spacing === 0)).toBe(true);
      const starts = lines.map(({ x1 }) => x1);
      expect(starts.slice(1).every((x, index) => x - starts[index]! === spacing)).toBe(true);
      expect(starts[0]!).toBeLessThan(from - height + spacing);
      expect(starts[0]!).toBeGreaterThanOrEqual(from - height);
      expect(starts.at(-1)!).toBeGreaterThanOrEqual(to - spacing);
    }),
  );
});
