import { expect, test } from 'vitest';
import { tooltipPlace } from '#model/charts/tooltip-place.ts';

const size = { width: 100, height: 40 };
const room = { width: 600, height: 300 };

test.each([
  ['right of its point', { x: 200, y: 150 }, { x: 214, y: 130 }],
  ['as far to the right as it fits', { x: 486, y: 150 }, { x: 500, y: 130 }],
  ['left of it where the right has no room', { x: 487, y: 150 }, { x: 373, y: 130 }],
  ['within the top', { x: 200, y: 5 }, { x: 214, y: 0 }],
  ['within the bottom', { x: 200, y: 299 }, { x: 214, y: 260 }],
])('a tooltip stands %s', (_, at, place) => expect(tooltipPlace(at, size, room)).toEqual(place));

test('a tooltip that is larger than the room begins with it', () => {
  expect(tooltipPlace({ x: 50, y: 50 }, { width: 300, height: 200 }, { width: 200, height: 100 })).toEqual({ x: 0, y: 0 });
});
