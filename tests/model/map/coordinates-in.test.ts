import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coordinatesIn } from '#model/map/coordinates-in.ts';

const degrees = (whole: number, minutes = 0, seconds = 0): number => whole + minutes / 60 + seconds / 3_600;

describe('a place that is pasted (MAP-9)', () => {
  test.each([
    ['45.1234, -113.9876', 45.1234, -113.9876],
    ['45.1234 -113.9876', 45.1234, -113.9876],
    ['45.1234 113.9876', 45.1234, 113.9876],
    ['45.1234,-113.9876', 45.1234, -113.9876],
    ['45.1234\t-113.9876\n', 45.1234, -113.9876],
    ['45.1234; −113.9876', 45.1234, -113.9876],
    ['(45.1234, –113.9876)', 45.1234, -113.9876],
    ['[45.1234,\u00A0-113.9876]', 45.1234, -113.9876],
    ['  +45.5,+113.25 ', 45.5, 113.25],
    ['-33, -70', -33, -70],
    ['45.1234° N, 113.9876° W', 45.1234, -113.9876],
    ['45.1234°, -113.9876°', 45.1234, -113.9876],
    ['45.1234° -113.9876°', 45.1234, -113.9876],
    ['N45.1234 W113.9876', 45.1234, -113.9876],
    ['45.1234N 113.9876W', 45.1234, -113.9876],
    ['45.1234n113.9876w', 45.1234, -113.9876],
    ['45.1234 S, -113.9876', -45.1234, -113.9876],
    ['+113.9876, 45.1234 S', -45.1234, 113.9876],
    ['51.4779 N, 0', 51.4779, 0],
    ['113.9876 W, 45.1234 N', 45.1234, -113.9876],
    ['W 113.9876 N 45.1234', 45.1234, -113.9876],
    ['45°7′24″N 113°59′15.36″W', degrees(45, 7, 24), -degrees(113, 59, 15.36)],
    ['45º07’24” N, 113˚59‘15“ W', degrees(45, 7, 24), -degrees(113, 59, 15)],
    [`45° 7' 24" S, 113° 59' 15" E`, -degrees(45, 7, 24), degrees(113, 59, 15)],
    [`45°7'24'' 113°59'15''`, degrees(45, 7, 24), degrees(113, 59, 15)],
    [`-45°7'24" -113°59'15"`, -degrees(45, 7, 24), -degrees(113, 59, 15)],
    ['45°7.5′ n, 113°30′ w', 45.125, -113.5],
    ['N 45° 07.404 W 113° 59.256', degrees(45, 7.404), -degrees(113, 59.256)],
    ['45 7 24 N 113 59 15 W', degrees(45, 7, 24), -degrees(113, 59, 15)],
    ['45 30 113 15', 45.5, 113.25],
    ['45 30 0 113 15 0', 45.5, 113.25],
    ['45 30 -113 15', 45.5, -113.25],
    ['45,1234; -113,9876', 45.1234, -113.9876],
    ['45,1234 -113,9876', 45.1234, -113.9876],
    ['45,1234, -113,9876', 45.1234, -113.9876],
    ['45,1234° N 113,9876° W', 45.1234, -113.9876],
    ['45°7,5′N 113°59,25′W', degrees(45, 7.5), -degrees(113, 59.25)],
    ['45,113', 45, 113],
    ['-90, 180', -90, 180],
    ['0, 0.5', 0, 0.5],
    ['45.12345678901, 7', 45.123457, 7],
  ])('%s', (text, latitude, longitude) => {
    const read = coordinatesIn(text);
    expect(read).toMatchObject({ ok: true });
    if (!read.ok) return;
    expect(read.value.latitude).toBeCloseTo(latitude, 6);
    expect(read.value.longitude).toBeCloseTo(longitude, 6);
  });

  const format = /^Coordinates are written as 45\.1234, -113\.9876 or /;
  test.each([
    ['', format],
    ['45.1234', format],
    ['45°7′24″N', format],
    ['north of the bridge', format],
    ['45° 60′ N, 113° W', format],
    ['45.5° 30′ N, 113° W', format],
    ['45′ 7° N, 113° W', format],
    ['45 -30 N, 113 W', format],
    ['-45 S, 113 W', format],
    ['N 45 N, 113 W', format],
    ['4 N 5, 113 W', format],
    ['45, 113, 7', format],
    ['45,12,113,30', format],
    ['45 30 113', format],
    ['1e3, 4', format],
    ['45..5, 7', format],
    ['.5, 7', format],
    ['45.1234, -113.9876 NW', format],
    ['9'.repeat(200), format],
    ['45 N, 46 S', 'These are two latitudes: one of the two is east or west'],
    ['113 E, 114 W', 'These are two longitudes: one of the two is north or south'],
    ['45.1234 N 113.9876', 'Write of the longitude E or W as well, or its sign'],
    ['45.1234, 113.9876 W', 'Write of the latitude N or S as well, or its sign'],
    ['113.9876, 45.1234 S', 'Write of the longitude E or W as well, or its sign'],
    ['-113.9876, 45.1234', 'Latitude comes first and is at most 90°. Swap the two'],
    ['91 N, 10 E', 'Latitude is at most 90°'],
    ['120, 100', 'Latitude is at most 90°'],
    ['45, 181', 'Longitude is at most 180°'],
    ['200, 200', 'Latitude is at most 90°'],
    ['45 30,5 30 30', 'Ambiguous: use a point for decimals and a comma only between the two numbers'],
    ['0, 0', '0, 0 means that no location is set'],
    ['-0.0000001, 0', '0, 0 means that no location is set'],
  ])('‘%s’ is refused with what to do', (text, reason) => {
    expect(coordinatesIn(text)).toEqual({ ok: false, reason: reason instanceof RegExp ? expect.stringMatching(reason) : reason });
  });

  test('any place is read as it was written', () => {
    const parts = fc.tuple(fc.integer({ min: -900_000, max: 900_000 }), fc.integer({ min: -1_800_000, max: 1_800_000 }));
    fc.assert(
      fc.property(parts, fc.constantFrom(', ', ' ', ';', ','), ([lat, lon], between) => {
        fc.pre(lat !== 0 || lon !== 0);
        const [latitude, longitude] = [lat / 10_000, lon / 10_000];
        const text = `${latitude.toFixed(4)}${between}${longitude.toFixed(4)}`;
        expect(coordinatesIn(text)).toEqual({ ok: true, value: { latitude, longitude } });
      }),
    );
  });

  test('no text is too much for it', () => {
    const texts = fc.oneof(fc.string({ maxLength: 200 }), fc.stringMatching(/^[-+0-9.,;°'"NSEW ]{0,60}$/));
    fc.assert(
      fc.property(texts, (text) => {
        const read = coordinatesIn(text);
        const [latitude, longitude] = read.ok ? [read.value.latitude, read.value.longitude] : [0, 0];
        expect(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180).toBe(true);
      }),
    );
  });
});
