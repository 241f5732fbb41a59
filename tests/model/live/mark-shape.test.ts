import { describe, expect, it } from 'vitest';
import { maskParts, shapeCount, shapeMask, shapePath } from '#model/live/mark-shape.ts';

const drawn = (shape: number, edge: number, hasHalo: boolean) =>
  [...shapeMask(shape, edge, hasHalo)]
    .map((part) => ({ [maskParts.none]: '.', [maskParts.mark]: '#', [maskParts.halo]: 'o' })[part])
    .join('')
    .match(new RegExp(`.{${edge}}`, 'g'));

const shapes = Array.from({ length: shapeCount }, (_, shape) => shape);

describe('the shapes of marks (LOOK-17)', () => {
  it('are eight, which differ in the smallest size that has shapes', () => {
    expect(shapeCount).toBe(8);
    expect(new Set(shapes.map((shape) => shapeMask(shape, 5, false).join(''))).size).toBe(8);
  });

  it.each([5, 7, 9, 14])('fill their place of %i pixels from edge to edge', (edge) => {
    for (const shape of shapes) {
      const rows = drawn(shape, edge, false)!;
      expect(rows.some((row) => row.includes('#'))).toBe(true);
      expect([rows[0], rows.at(-1)].join('')).toContain('#');
    }
  });

  it('are set off by a halo, within the same place', () => {
    expect(drawn(0, 5, true)).toEqual(['.ooo.', 'o###o', 'o###o', 'o###o', '.ooo.']);
    expect(drawn(1, 9, true)).toEqual([
      '....o....',
      '...o#o...',
      '..o###o..',
      '.o#####o.',
      'o#######o',
      '.o#####o.',
      '..o###o..',
      '...o#o...',
      '....o....',
    ]);
  });

  it('are the same as paths', () => {
    expect(shapePath(0, 10, 20, 4)).toBe('M12 18L12 22L8 22L8 18z');
    expect(shapePath(6, 0, 0, 10).match(/M/g), 'a frame has a hole').toHaveLength(2);
    expect(new Set(shapes.map((shape) => shapePath(shape, 0, 0, 10))).size).toBe(8);
  });
});
