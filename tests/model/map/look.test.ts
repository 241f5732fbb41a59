import { describe, expect, test } from 'vitest';
import { toPixel } from '#model/map/camera.ts';
import {
  addressWith,
  asksElsewhere,
  asksForHidden,
  chosen,
  goalOf,
  isDeserted,
  lookAt,
  type MapLook,
  moved,
  over,
  pressed,
  computed,
} from '#model/map/map-look.ts';
import { groupedPins } from '#model/map/pin-groups.ts';

const size = { width: 800, height: 600 };
const places = [
  { id: 7, latitude: 45, longitude: -113 },
  { id: 9, latitude: 45.4, longitude: -113.2 },
];
const pins = places.map((place) => ({
  ...place,
  alias: `Rx ${place.id}`,
  siteId: null,
  siteName: null,
  look: 'online' as const,
}));
const look = (change: Partial<MapLook> = {}): MapLook => computed({ ...lookAt(''), places, size, ...change });

describe('where the map stands (MAP-3)', () => {
  test('it is fitted to what is there in the size that it has, until somebody moves it', () => {
    const fitted = goalOf(look())!;
    for (const place of places) {
      const { x, y } = toPixel(fitted, size, place);
      expect(x > 0 && x < size.width && y > 0 && y < size.height).toBe(true);
    }
    expect(goalOf(look({ size: null })), 'nothing is known of what is not drawn').toBeNull();
    expect(goalOf(look({ places: [] }))).toMatchObject({ zoom: 1 });
    const camera = { latitude: 1, longitude: 2, zoom: 3 };
    expect(goalOf(look({ camera }))).toBe(camera);
  });

  test('moves are computed from where it goes to: three steps are three, and fingers go on from each other', () => {
    let now = look({ camera: { latitude: 45, longitude: -113, zoom: 9 } });
    for (let step = 0; step < 3; step++) now = { ...now, ...moved(now, { type: 'camera.zoomed', by: 1, at: null }) };
    expect(now.camera).toEqual({ latitude: 45, longitude: -113, zoom: 12 });
    const still = toPixel(now.camera!, size, places[0]!);
    for (let step = 0; step < 4; step++) now = { ...now, ...moved(now, { type: 'camera.panned', by: { x: 10, y: 0 } }) };
    expect(toPixel(now.camera!, size, places[0]!).x).toBeCloseTo(still.x + 40, 3);
  });

  test('without a pointer it comes nearer about the receiver that is chosen, where that is in sight (MAP-14)', () => {
    const camera = { latitude: 45.01, longitude: -113.02, zoom: 12 };
    const nearer = { type: 'camera.zoomed', by: 1, at: null } as const;
    const before = toPixel(camera, size, places[0]!);
    let now = look({ search: '?receiver=7', camera });
    for (let step = 0; step < 4; step++) now = { ...now, ...moved(now, nearer) };
    expect(now.camera?.zoom).toBe(16);
    expect(toPixel(now.camera!, size, places[0]!).x).toBeCloseTo(before.x, 3);
    expect(toPixel(now.camera!, size, places[0]!).y).toBeCloseTo(before.y, 3);
    const middle = { ...camera, zoom: 13 };
    expect(moved(look({ camera }), nearer).camera, 'nobody is chosen').toEqual(middle);
    expect(moved(look({ search: '?receiver=9', camera }), nearer).camera, 'who is not in sight').toEqual(middle);
    expect(moved(look({ search: '?receiver=8', camera }), nearer).camera, 'who stands nowhere').toEqual(middle);
  });

  test.each([
    ['fitted', {}, false],
    ['not drawn yet', { size: null }, false],
    ['near one of them', { camera: { latitude: 45, longitude: -113, zoom: 15 } }, false],
    ['near the middle between them', { camera: { latitude: 45.2, longitude: -113.1, zoom: 13 } }, true],
    ['elsewhere', { camera: { latitude: 10, longitude: 20, zoom: 9 } }, true],
  ])('whether nobody is in sight: %s (MAP-14)', (_, change, isSo) => expect(isDeserted(look(change))).toBe(isSo));

  test('a receiver that is chosen comes into the middle, no further from the ground than the map was', () => {
    expect(chosen(look(), 7).camera).toEqual({ latitude: 45, longitude: -113, zoom: 14 });
    expect(chosen(look({ camera: { latitude: 0, longitude: 0, zoom: 17 } }), 9).camera?.zoom).toBe(17);
    expect(chosen(look(), 8).camera, 'one without a place moves nothing').toBeNull();
  });
});

describe('what is pressed (MAP-2)', () => {
  test('a receiver opens, the ground closes it, several come apart, and then open one after another', () => {
    const [first] = groupedPins(pins.slice(0, 1), 9);
    expect(pressed(look(), first!)).toEqual({ receiver: 7, camera: null });
    expect(pressed(look(), null)).toEqual({ receiver: null, camera: null });
    const [heap] = groupedPins(pins, 2);
    const apart = pressed(look({ search: '?receiver=7', camera: { latitude: 45, longitude: -113, zoom: 2 } }), heap!);
    expect(apart.receiver).toBe(7);
    expect(apart.camera?.zoom).toBeGreaterThan(9);
    const there = look({ search: '?receiver=7', camera: apart.camera });
    expect(pressed(there, heap!)).toEqual({ receiver: 9, camera: null });
  });
});

describe('the address (MAP-5)', () => {
  test('moves the map where it names another place than before, not where it only says where the map went', () => {
    const camera = { latitude: 45.123456, longitude: -113.9, zoom: 9.123 };
    const moving = look({ search: '?at=44.00000,-112.00000,8&receiver=7', camera });
    expect(asksElsewhere(moving, '?at=44.00000,-112.00000,8&receiver=9')).toBe(false);
    expect(asksElsewhere(moving, addressWith(moving, { camera }).search)).toBe(false);
    expect(asksElsewhere(moving, '?at=10.00000,-112.00000,8')).toBe(true);
    expect(asksElsewhere(moving, '')).toBe(true);
    expect(addressWith(moving, { receiver: null }).search).toBe('?at=44.00000,-112.00000,8');
  });
});

describe('a receiver that the address comes to name (NAV-33)', () => {
  const far = { latitude: 30, longitude: -113, zoom: 12 };
  test.each([
    [
      'is brought to the middle, no nearer',
      look({ camera: far }),
      '?receiver=9',
      { latitude: 45.4, longitude: -113.2, zoom: 12 },
    ],
    ['moves nothing where it is in sight', look(), '?receiver=9', null],
    ['moves nothing where it was named before', look({ camera: far, search: '?receiver=9' }), '?receiver=9', null],
    ['moves nothing where it has no place', look({ camera: far }), '?receiver=8', null],
    ['moves nothing where none is named', look({ camera: far, search: '?receiver=9' }), '', null],
    ['moves nothing of a map that is not drawn', look({ size: null, camera: null }), '?receiver=9', null],
  ])('%s', (_, from, asked, camera) => {
    expect(asksForHidden(from, asked)).toBe(camera !== null);
    if (camera !== null) expect(over({ ...from, search: asked }, asked)).toEqual({ camera });
  });
});
