import { expect, test } from 'vitest';
import { creditText, hasDetail, type MapDetail } from '#model/map/map-detail.ts';

test('there is something to draw or to say where an archive or a style is set', () => {
  const ask = () => Promise.reject(new Error('Nothing is asked'));
  const nothing: MapDetail = { archive: null, readStyle: null, styleFailed: false, ask };
  expect(hasDetail(nothing)).toBe(false);
  expect(hasDetail({ ...nothing, archive: '/a.pmtiles' })).toBe(true);
  expect(hasDetail({ ...nothing, readStyle: ask })).toBe(true);
  expect(hasDetail({ ...nothing, styleFailed: true })).toBe(true);
});

test.each([
  ['<a href="https://osm.org" onclick="x()">&copy; OpenStreetMap</a>', '© OpenStreetMap'],
  ['Weir &amp; Sons', 'Weir & Sons'],
  ['', ''],
])('%s is said as %s', (attribution, text) => expect(creditText(attribution)).toBe(text));
