import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lightColour } from '../../../src/model/entities/light-colour.ts';

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('is a colour and a light one, whatever chance says (RX-32)', () => {
  fc.assert(
    fc.property(fraction, fraction, (hue, lightness) => {
      const draws = [hue, lightness];
      const colour = lightColour(() => draws.shift() ?? 0);
      expect(colour).toMatch(/^#[0-9a-f]{6}$/);
      const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      expect((Math.max(...channels) + Math.min(...channels)) / 2 / 255).toBeGreaterThan(0.66);
    }),
  );
});
