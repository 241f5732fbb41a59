import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultZoom, fitted, fromPixel, type MapCamera, panned, toPixel, zoomed } from '#model/map/camera.ts';
import { dayAfter } from '#model/map/days.ts';
import { mapAddress } from '#model/map/map-address.ts';

const size = { width: 800, height: 600 };
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const point = fc.record({ latitude: degrees(80), longitude: degrees(179.9) });
const camera = fc.record({ latitude: degrees(80), longitude: degrees(179.9), zoom: fc.double({ min: 3, max: 18, noNaN: true }) });
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => dayAfter('1990-01-01', days));
const pixel = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 600 }) });

describe('the camera', () => {
  test('shows what it looks at in the middle, and a pixel stands for one place', () => {
    fc.assert(
      fc.property(camera, point, (at, place) => {
        expect(toPixel(at, size, at).x).toBeCloseTo(400, 3);
        const there = fromPixel(at, size, toPixel(at, size, place));
        expect(there.latitude).toBeCloseTo(place.latitude, 6);
        expect(there.longitude).toBeCloseTo(place.longitude, 6);
      }),
    );
  });

  test('what stands at the pointer stays there when the map comes nearer, and goes along when it is drawn', () => {
    fc.assert(
      fc.property(camera, pixel, fc.double({ min: -1, max: 1, noNaN: true }), (at, pointer, by) => {
        // Beyond the poles no place can keep its pixel.
        fc.pre(Math.abs(fromPixel(at, size, pointer).latitude) < 84);
        const place = fromPixel(at, size, pointer);
        const nearer = toPixel(zoomed(at, by, size, pointer), size, place);
        expect(nearer.x).toBeCloseTo(pointer.x, 2);
        expect(nearer.y).toBeCloseTo(pointer.y, 2);
        const drawn = panned(at, { x: 10, y: 5 });
        fc.pre(Math.abs(drawn.latitude) < 84);
        expect(toPixel(drawn, size, place).x).toBeCloseTo(pointer.x + 10, 2);
      }),
    );
  });
});

describe('fitting (MAP-3)', () => {
  test('all points are in sight, and the map is no nearer than the default', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const at = fitted(points, size) as MapCamera;
        expect(at.zoom).toBeLessThanOrEqual(defaultZoom);
        for (const each of points) {
          const { x, y } = toPixel(at, size, each);
          // At zoom 0 the whole world is still wider than the map.
          if (at.zoom === 0) continue;
          expect(x).toBeGreaterThanOrEqual(-1);
          expect(x).toBeLessThanOrEqual(size.width + 1);
          expect(y).toBeGreaterThanOrEqual(-1);
          expect(y).toBeLessThanOrEqual(size.height + 1);
        }
      }),
    );
  });

  test('one receiver stands in the middle at the default zoom; none has no camera', () => {
    expect(fitted([{ latitude: 45, longitude: -113 }], size)).toMatchObject({ zoom: 14 });
    expect(fitted([], size)).toBeNull();
  });

  test('goes the shorter way around the world', () => {
    const at = fitted(
      [
        { latitude: 0, longitude: 179 },
        { latitude: 0, longitude: -179 },
      ],
      size,
    ) as MapCamera;
    expect(Math.abs(at.longitude)).toBeCloseTo(180, 3);
    expect(at.zoom).toBeGreaterThan(6);
  });
});

describe('the address of the map (MAP-5)', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.option(camera), fc.option(fc.integer({ min: 1, max: 9_999 })), fc.option(day), (at, receiver, on) => {
        const written = mapAddress.write({ camera: at, receiver, day: on });
        const { state, refused } = mapAddress.read(written);
        expect(refused).toEqual([]);
        expect([state.receiver, state.day]).toEqual([receiver, on]);
        expect(mapAddress.write(state)).toBe(written);
      }),
    );
  });

  test.each([
    ['?at=45,-113', 'at'],
    ['?at=95,-113,4', 'at'],
    ['?at=45,-113,99', 'at'],
    ['?at=45,x,9', 'at'],
    ['?receiver=one', 'receiver'],
    ['?day=2025-02-29', 'day'],
    ['?day=3 May', 'day'],
    ['?day=0000-01-01', 'day'],
  ])('%s: what cannot be read is left out, and said', (search, name) => {
    const { state, refused } = mapAddress.read(search);
    expect(state).toEqual({ camera: null, receiver: null, day: null });
    expect(refused).toEqual([expect.stringContaining(`${name} must be`)]);
  });
});
