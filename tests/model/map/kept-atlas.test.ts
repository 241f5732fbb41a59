import { describe, expect, test } from 'vitest';
import { KeptAtlas } from '#model/map/kept-atlas.ts';

const named = (...names: string[]) => new Map(names.map((name) => [name, name.length]));

describe('a sheet of pictures is painted only for what is not on it', () => {
  test.each([
    { what: 'the same', next: ['a', 'b'], colours: 'light', painted: [['a', 'b']] },
    { what: 'fewer', next: ['b'], colours: 'light', painted: [['a', 'b']] },
    { what: 'none', next: [], colours: 'light', painted: [['a', 'b']] },
    {
      what: 'another one, beside those that may be needed again',
      next: ['c'],
      colours: 'light',
      painted: [
        ['a', 'b'],
        ['a', 'b', 'c'],
      ],
    },
    { what: 'other colours', next: ['b'], colours: 'dark', painted: [['a', 'b'], ['b']] },
  ])('$what', ({ next, colours, painted }) => {
    const sheets: string[][] = [];
    const kept = new KeptAtlas<number, number>((pictures) => sheets.push([...pictures.keys()]));
    kept.with(named('a', 'b'), 'light');
    const atlas = kept.with(named(...next), colours);
    expect(sheets).toEqual(painted);
    expect(atlas, 'and it is the last').toBe(sheets.length);
  });

  test('it has a bound', () => {
    const sizes: number[] = [];
    const kept = new KeptAtlas<number, number>((pictures) => sizes.push(pictures.size));
    for (let at = 0; at < 4; at++) kept.with(named(...Array.from({ length: 500 }, (_, of) => `${at} ${of}`)), 'light');
    expect(sizes).toEqual([500, 1_000, 1_500, 500]);
  });
});
