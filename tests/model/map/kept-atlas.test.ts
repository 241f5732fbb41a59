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
    const kept = new KeptAtlas<number, number>(
      (pictures) => sheets.push([...pictures.keys()]),
      10,
      () => 1,
    );
    kept.with(named('a', 'b'), 'light');
    const atlas = kept.with(named(...next), colours);
    expect(sheets).toEqual(painted);
    expect(atlas, 'and it is the last').toBe(sheets.length);
  });

  test('it has a bound, by how large they are', () => {
    const sheets: string[][] = [];
    const kept = new KeptAtlas<number, number>(
      (pictures) => sheets.push([...pictures.keys()]),
      10,
      (name) => name.length,
    );
    for (const name of ['aaaa', 'bbbb', 'cc', 'd']) kept.with(named(name), 'light');
    expect(sheets).toEqual([['aaaa'], ['aaaa', 'bbbb'], ['aaaa', 'bbbb', 'cc'], ['d']]);
  });
});
