import { describe, expect, test } from 'vitest';
import { worldLine } from '#model/geo/base-map.ts';
import { fromPixel, toPixel } from '#model/map/camera.ts';
import type { LayerShape } from '#model/layers/layer-drawing.ts';
import { layerLabels } from '#model/map/layer-labels.ts';
import { groupedPins, type PinGroup } from '#model/map/pin-groups.ts';
import type { PinLabel } from '#model/map/pin-labels.ts';
import type { MapPin } from '#model/map/pins.ts';

/** The names of the layers' features on the map (LAY-15). */

const size = { width: 400, height: 300 };
const camera = { latitude: 49, longitude: -118.8, zoom: 10 };
const widthOf = (text: string) => text.length * 7;

const at = (x: number, y: number) => fromPixel(camera, size, { x, y });
const position = (x: number, y: number) => {
  const { latitude, longitude } = at(x, y);
  return [longitude, latitude];
};
const line = (name: string | undefined, ...points: [number, number][]): LayerShape => ({
  kind: 'line',
  name,
  line: worldLine(points.map(([x, y]) => position(x, y))),
});
const area = (name: string | undefined, ...points: [number, number][]): LayerShape =>
  ({
    ...line(name, ...points),
    kind: 'area',
  }) as LayerShape;
const point = (name: string | undefined, x: number, y: number): LayerShape => ({ kind: 'point', name, at: at(x, y) });
const layer = (name: string, ...shapes: LayerShape[]) => ({ id: name.length, name, drawing: { shapes } });

const noPins: { groups: PinGroup[]; labels: PinLabel[] } = { groups: [], labels: [] };
const pinAt = (x: number, y: number): PinGroup[] => {
  const pin: MapPin = { id: 1, alias: 'A', ...at(x, y), siteId: null, siteName: null, look: 'online' };
  return [...groupedPins([pin], camera.zoom)];
};
const labels = (layers: ReturnType<typeof layer>[], pins = noPins) =>
  layerLabels(layers, pins, camera, size, widthOf).map(({ text, ...place }) => {
    const { x, y } = toPixel(camera, size, place);
    return { text, x: Math.round(x), y: Math.round(y) };
  });

test('what is in sight has its name, however many features of its layer are not', () => {
  const far = Array.from({ length: 6_000 }, (_, nth) => point(`Far ${nth}`, 9_000 + nth, 100));
  expect(labels([layer('Weirs', ...far, point('Weir', 100, 100))]).map(({ text }) => text)).toEqual(['Weir']);
});

describe('a name', () => {
  test.each([
    ['of a line stands over its middle', line('River', [0, 100], [400, 100]), { x: 200, y: 89 }],
    [
      'of a line that leaves the map, over the middle of what is in sight',
      line('River', [200, 100], [4000, 100]),
      { x: 300, y: 89 },
    ],
    ['of an area in its middle', area('Lake', [100, 100], [200, 100], [200, 200], [100, 100]), { x: 150, y: 150 }],
    ['of a point at its right', point('Weir', 100, 100), { x: 122, y: 100 }],
    ['of a point at the right edge at its left', point('Weir', 390, 100), { x: 368, y: 100 }],
  ])('%s', (_, shape, { x, y }) => {
    const [{ x: realX, y: realY } = { x: 0, y: 0 }, ...others] = labels([layer('Ground', shape)]);
    expect(others).toEqual([]);
    expect(Math.abs(realX - x), `${realX} across`).toBeLessThanOrEqual(9);
    expect(Math.abs(realY - y), `${realY} down`).toBeLessThanOrEqual(2);
  });

  test('stands beside a steep line, and clear of a slanted one at both its ends', () => {
    const [steep] = labels([layer('Ground', line('River', [200, 0], [200, 300]))]);
    expect(Math.abs((steep?.x ?? 0) - 200)).toBeGreaterThanOrEqual(17);
    const [slanted] = labels([layer('Ground', line('River', [0, 0], [400, 200]))]);
    const over = (x: number): number => Math.abs((slanted?.y ?? 0) - x / 2);
    for (const end of [-17, 17]) expect(over((slanted?.x ?? 0) + end)).toBeGreaterThanOrEqual(8);
  });

  test.each([
    ['lies on no pin', { groups: pinAt(200, 89), labels: [] }],
    [
      "lies on no receiver's name",
      {
        groups: [],
        labels: [{ key: 'a', group: pinAt(180, 89)[0] as PinGroup, text: 'RCB-1', at: { x: 10, y: 0 } }],
      },
    ],
  ])('%s', (_, pins) => {
    const [free] = labels([layer('Ground', line('River', [0, 100], [400, 100]))]);
    const [moved] = labels([layer('Ground', line('River', [0, 100], [400, 100]))], pins);
    expect(moved).toBeDefined();
    expect(moved).not.toEqual(free);
  });

  test('of a feature out of sight is left out, and so is one without room', () => {
    expect(labels([layer('Ground', line('River', [500, 100], [900, 100]))])).toEqual([]);
    expect(labels([layer('Ground', point('A very long name of a place', 200, 150))]).map(({ text }) => text)).toEqual([
      'A very long name of a p…',
    ]);
    const crowded = [layer('Ground', ...Array.from({ length: 6 }, (_, at) => point(`Weir ${at}`, 200, 150)))];
    expect(labels(crowded).length).toBeLessThan(6);
  });
});

test('parts of one name have it once, and a layer without names has its own', () => {
  const parts = [line('River', [0, 60], [400, 60]), line('River', [0, 200], [400, 200])];
  expect(labels([layer('Ground', ...parts)]).map(({ text }) => text)).toEqual(['River']);
  const unnamed = [line(undefined, [0, 60], [400, 60]), line(undefined, [0, 200], [400, 200])];
  expect(labels([layer('Roads', ...unnamed)]).map(({ text }) => text)).toEqual(['Roads']);
  expect(labels([layer('Ground', line(undefined, [0, 60], [400, 60]), point('Weir', 200, 200))]).map(({ text }) => text)).toEqual(
    ['Weir'],
  );
});

test('the uppermost layer is named first', () => {
  const both = [layer('Low', line('Low', [0, 100], [400, 100])), layer('Above', line('Above', [0, 100], [400, 100]))];
  expect(labels(both)[0]).toMatchObject({ text: 'Above', y: 89 });
});
