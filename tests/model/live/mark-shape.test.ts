import { describe, expect, it, test } from 'vitest';
import { maskParts, shapeMask } from '#model/live/mark-mask.ts';
import { groupShapes, pointStyles, shapeCount, shapeOf, shapePath } from '#model/live/mark-shape.ts';

const drawn = (shape: number, edge: number, hasHalo: boolean) =>
  [...shapeMask(shape, edge, hasHalo)]
    .map((part) => ({ [maskParts.none]: '.', [maskParts.mark]: '#', [maskParts.halo]: 'o' })[part])
    .join('')
    .match(new RegExp(`.{${edge}}`, 'g'));

const shapes = Array.from({ length: shapeCount }, (_, shape) => shape);

test('every point style of a site has a shape of its own, as mask and as path (LIVE-37)', () => {
  const own = pointStyles.map(([style]) => shapeOf(style));
  expect(pointStyles.map(([style]) => style)).toEqual(
    'circle triangle rect rectRot cross star crossRot rectRounded dash line'.split(' '),
  );
  expect(new Set(own.map((shape) => shapeMask(shape, 9, true).join(''))).size).toBe(pointStyles.length);
  expect(new Set(own.map((shape) => shapePath(shape, 0, 0, 12))).size).toBe(pointStyles.length);
});

describe('the shapes of marks (LOOK-17)', () => {
  it('are eight that groups take in turn, which differ in the smallest size that has shapes', () => {
    expect(groupShapes).toBe(8);
    expect(new Set(shapes.slice(0, groupShapes).map((shape) => shapeMask(shape, 5, false).join(''))).size).toBe(8);
  });

  it.each([5, 7, 9, 14])('reach from edge to edge of their place of %i pixels, and have a middle', (edge) => {
    for (const shape of shapes) {
      const rows = drawn(shape, edge, false)!;
      const columns = rows.map((_, at) => rows.map((row) => row[at]).join(''));
      const reaches = (lines: readonly string[]) => `${lines[0]}${lines.at(-1)}`.includes('#');
      expect(reaches(rows) || reaches(columns), `shape ${shape}`).toBe(true);
      expect(rows[Math.floor(edge / 2)]![Math.floor(edge / 2)]).toBe('#');
    }
  });

  it('are set off by a halo, within the same place', () => {
    expect(drawn(shapeOf('rect'), 5, true)).toEqual(['.ooo.', 'o###o', 'o###o', 'o###o', '.ooo.']);
    expect(drawn(shapeOf('rectRot'), 9, true)).toEqual([
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
    expect(shapePath(shapeOf('rectRot'), 10, 20, 4)).toBe('M10 18L12 20L10 22L8 20z');
    expect(new Set(shapes.map((shape) => shapePath(shape, 0, 0, 10))).size).toBe(shapeCount);
  });
});
