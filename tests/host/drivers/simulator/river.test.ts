import { describe, expect, test } from 'vitest';
import { alongRiver, makeRiver, toCoordinates, toPoint } from '../../../../host/drivers/simulator/river.ts';

const origin = { latitude: 49, longitude: -119 };
/** Three points of the flat map: 3 km east, then 4 km north. */
const bends = [
  { x: 0, y: 0 },
  { x: 3, y: 0 },
  { x: 3, y: 4 },
].map((point) => toCoordinates(origin, point));
const river = makeRiver(bends);

describe('a river', () => {
  test('is as long as its line', () => {
    expect(river.length).toBeCloseTo(7, 2);
    expect(river.kmAt.map((km) => Math.round(km * 100) / 100)).toEqual([0, 3, 7]);
  });

  test.each([
    [0, 0, 0, 0],
    [1.5, 0, 1.5, 0],
    [3, 0, 3, 0],
    [5, 0, 3, 2],
    [7, 0, 3, 4],
    // The river ends at its first and last point.
    [-1, 0, 0, 0],
    [9, 0, 3, 4],
    // Aside: positive is towards the left bank, as the water flows.
    [1.5, 0.5, 1.5, 0.5],
    [5, 0.5, 2.5, 2],
    [5, -0.5, 3.5, 2],
  ])('%s km down and %s km aside is at %s, %s', (km, aside, x, y) => {
    const at = alongRiver(river, km, aside);
    expect(at.x).toBeCloseTo(x, 2);
    expect(at.y).toBeCloseTo(y, 2);
  });

  test('on the flat map and back is the same place to a metre', () => {
    const at = { latitude: 49.12345, longitude: -118.54321 };
    expect(toCoordinates(origin, toPoint(origin, at))).toEqual(at);
  });

  test('needs two bends, no two in a row at the same place', () => {
    expect(() => makeRiver([origin])).toThrow('at least two bends');
    expect(() => makeRiver([])).toThrow('at least two bends');
    expect(() => makeRiver([...bends, bends.at(-1) ?? origin])).toThrow("The river's bends 3 and 4 are at the same place");
  });
});
