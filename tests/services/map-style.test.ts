import { expect, test } from 'vitest';
import { FailureError } from '#model/contract/failure.ts';
import { loadMapStyle } from '../../src/services/map/map-style.ts';

const url = 'https://maps.example.org/style';
/** The style's address after redirects. */
const at = 'https://maps.example.org/look/style.json';

const styleOf = (document: unknown) => loadMapStyle(async () => answer(JSON.stringify(document)), url);

function answer(text: string, status = 200): Response {
  return Object.defineProperty(new Response(text, { status }), 'url', { value: at });
}

test('a style becomes part of the map: its names meet none of the map, and what it names stands in full (LAY-10)', async () => {
  const style = await styleOf({
    version: 8,
    sprite: 'sprites/plain',
    glyphs: '/fonts/{fontstack}/{range}.pbf',
    sky: {},
    sources: {
      land: { type: 'vector', url: 'land.json' },
      hills: { type: 'raster-dem', tiles: ['../hills/{z}/{x}/{y}.webp'] },
      area: { type: 'vector', url: 'pmtiles://area.pmtiles?key=1' },
      trees: { type: 'geojson', data: 'trees.json' },
      none: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    layers: [
      { id: 'water', type: 'background' },
      { id: 'land', type: 'fill', source: 'land', 'source-layer': 'ground' },
    ],
  });
  expect(style).toEqual({
    isWhole: true,
    sprite: 'https://maps.example.org/look/sprites/plain',
    glyphs: 'https://maps.example.org/fonts/{fontstack}/{range}.pbf',
    sources: {
      'detail land': { type: 'vector', url: 'https://maps.example.org/look/land.json' },
      'detail hills': { type: 'raster-dem', tiles: ['https://maps.example.org/hills/{z}/{x}/{y}.webp'] },
      'detail area': { type: 'vector', url: 'pmtiles://https://maps.example.org/look/area.pmtiles?key=1' },
      'detail trees': { type: 'geojson', data: 'https://maps.example.org/look/trees.json' },
      'detail none': { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    layers: [
      { id: 'detail water', type: 'background' },
      { id: 'detail land', type: 'fill', source: 'detail land', 'source-layer': 'ground' },
    ],
  });
});

test('several sprites are named in full, and none of them is none', async () => {
  const spriteOf = async (sprite: unknown) => (await styleOf({ version: 8, sources: {}, layers: [], sprite })).sprite;
  expect(await spriteOf([{ id: 'signs', url: 'signs' }])).toEqual([{ id: 'signs', url: 'https://maps.example.org/look/signs' }]);
  expect(await spriteOf(undefined)).toBeUndefined();
});

test.each([
  [null],
  ['style'],
  [{}],
  [{ version: 7, sources: {}, layers: [] }],
  [{ version: 8, sources: {} }],
  [{ version: 8, layers: [] }],
])('%j is no style', (document) => expect(styleOf(document)).rejects.toThrow(FailureError));

test.each([
  ['no server', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['another page', () => Promise.resolve(answer('<html>'))],
  ['a server that has none', () => Promise.resolve(answer('{"version":8,"sources":{},"layers":[]}', 404))],
])('%s has no style', (_, ask) => expect(loadMapStyle(ask, url)).rejects.toThrow(FailureError));
