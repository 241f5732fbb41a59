import { expect, test } from 'vitest';
import { readLayerDrawing } from '#model/layers/layer-drawing.ts';

/** What the host stores of a layer's file, as the plain map draws it (LAY-9). */

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];
const line = [
  [0, 0],
  [1, 1],
];
const of = (...geometries: { type: string; coordinates: unknown }[]) => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', properties: {}, geometry })),
});

test('areas keep their holes, lines and points stand by themselves', () => {
  const read = readLayerDrawing(
    of(
      { type: 'Polygon', coordinates: [square, square] },
      { type: 'MultiPolygon', coordinates: [[square], [square]] },
      { type: 'LineString', coordinates: line },
      { type: 'MultiLineString', coordinates: [line, line] },
      { type: 'Point', coordinates: [-113, 45] },
      { type: 'MultiPoint', coordinates: [[1, 2]] },
    ),
  );
  if (!read.ok) throw new Error(read.reason);
  const { areas, lines, points } = read.value;
  expect(areas.map((rings) => rings.length)).toEqual([2, 1, 1]);
  expect(lines.map(({ points: drawn }) => drawn.length)).toEqual([4, 4, 4]);
  expect(points).toEqual([
    { latitude: 45, longitude: -113 },
    { latitude: 2, longitude: 1 },
  ]);
});

test.each([null, 'x', {}, { features: 1 }])('%j is no layer', (document) => {
  expect(readLayerDrawing(document)).toEqual({ ok: false, reason: 'It is no layer' });
});

test('parts know what their feature is called (LAY-15)', () => {
  const { features } = of(
    { type: 'LineString', coordinates: line },
    {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [3, 4],
      ],
    },
    { type: 'Polygon', coordinates: [square, square] },
  );
  const named = features.map((feature, at) => ({ ...feature, properties: at === 2 ? null : { name: `Part ${at}` } }));
  const read = readLayerDrawing({ type: 'FeatureCollection', features: named });
  if (!read.ok) throw new Error(read.reason);
  expect(read.value.shapes.map(({ kind, name }) => [kind, name])).toEqual([
    ['line', 'Part 0'],
    ['point', 'Part 1'],
    ['point', 'Part 1'],
    ['area', undefined],
  ]);
});
