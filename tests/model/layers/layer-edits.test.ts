import { expect, test } from 'vitest';
import {
  addingWords,
  checkedFile,
  editWords,
  freeColour,
  type LayerEdit,
  layerColours,
  nameOfFile,
  orderedWith,
} from '#model/layers/layer-edits.ts';

/** A person's edits of a layer (LAY-1, LAY-9). */

test.each([
  [2, 1, [1, 3, 2]],
  [2, -1, [2, 1, 3]],
  [3, 1, undefined],
  [1, -1, undefined],
  [9, 1, undefined],
] as const)('of 1, 2, 3 from below, %i moved by %i', (id, by, ordered) => {
  expect(orderedWith([1, 2, 3], id, by)).toEqual(ordered);
});

test.each([
  ['rivers.gpx', 10 * 1024 * 1024, null],
  ['rivers.gpx', 10 * 1024 * 1024 + 1, /MB; at most 10 are allowed/],
  ['rivers.kmz', 10, /zipped KML/],
  ['rivers', 10, /not a layer file/],
])('%s of %i bytes is judged before it is sent', (name, size, reason) => {
  expect(checkedFile({ name, size })).toEqual(
    reason === null ? { ok: true, value: null } : { ok: false, reason: expect.stringMatching(reason) as string },
  );
});

test('a layer is called like its file until somebody calls it otherwise', () => {
  expect(['Salmon River.geojson', 'a.b.kml', `${'x'.repeat(70)}.gpx`].map(nameOfFile)).toEqual([
    'Salmon River',
    'a.b',
    'x'.repeat(60),
  ]);
});

test.each([
  [[], 'Blue'],
  [['Blue'], 'Teal'],
  [['Blue', 'Green', 'Teal'], 'Gold'],
  [layerColours.map(([name]) => name), 'Blue'],
])('beside %j a new layer is %s, until another colour is chosen (LAY-12)', (taken, expected) => {
  const beside = layerColours.flatMap(([name, color]) => (taken.includes(name) ? [{ color }] : []));
  expect(layerColours.find(([, color]) => color === freeColour(beside))?.[0]).toBe(expected);
});

test('each edit is said in words', () => {
  const layer = { id: 1, name: 'Rivers' };
  const edits: LayerEdit[] = [
    { layer, action: 'rename', name: 'Creeks' },
    { layer, action: 'recolour', color: '#2f7fd1' },
    { layer, action: 'show', shown: true },
    { layer, action: 'show', shown: false },
    { layer, action: 'order', ids: [1] },
    { layer, action: 'delete' },
  ];
  expect(edits.map((edit) => editWords(edit).done)).toEqual([
    'Rivers is now called Creeks',
    'Rivers has a new colour',
    'Rivers is shown',
    'Rivers is hidden',
    'Rivers moved',
    'Rivers is deleted',
  ]);
  const file = { name: 'a.kml', size: 1, bytes: () => Promise.resolve(new Uint8Array()) };
  expect(addingWords({ name: 'Rivers', color: '#2f7fd1', file })).toEqual({
    done: 'Rivers is added',
    refused: 'Rivers could not be added',
    unanswered: 'The host did not answer. Perhaps Rivers is added',
  });
});
