import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MapCamera, toPixel } from '#model/map/camera.ts';
import { mapEdge, type MapPixel, worldSize } from '#model/geo/mercator.ts';
import { locationText } from '#model/map/map-texts.ts';
import { cameraApart, groupAt, groupedPins, nextIn, type PinGroup } from '#model/map/pin-groups.ts';
import { labelHeight, labelsInSight, pinLabels } from '#model/map/pin-labels.ts';
import { areSamePins, type MapPin, pinLook, pinsOf, placesOf, type PinLook, worstLook } from '#model/map/pins.ts';
import { pulseRadii, groupRadius, pinShapes, ringRadius } from '#model/map/pin-shapes.ts';
import { fleetModel } from '#model/journal/read-models/fleet.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import { receiver } from '../../support/fleet-samples.ts';

const size = { width: 800, height: 600 };
const looks = Object.keys(pinShapes) as PinLook[];
const pinOf = (id: number, latitude: number, longitude: number, siteId: number | null = null): MapPin => ({
  id,
  alias: `Receiver ${id}`,
  latitude,
  longitude,
  siteId,
  siteName: siteId === null ? null : `Site ${siteId}`,
  look: looks[id % looks.length] as PinLook,
});
/** Returns where a group is drawn, including its offset from its place. */
function drawnAt(group: PinGroup, camera: MapCamera): MapPixel {
  const { x, y } = toPixel(camera, size, group);
  return { x: x + group.offset.x, y: y + group.offset.y };
}
const pins = fc
  .array(
    fc.tuple(
      fc.double({ min: 44, max: 46, noNaN: true }),
      fc.double({ min: -115, max: -113, noNaN: true }),
      fc.option(fc.integer({ min: 1, max: 4 })),
    ),
    { maxLength: 30 },
  )
  .map((places) => places.map(([latitude, longitude, siteId], at) => pinOf(at + 1, latitude, longitude, siteId)));
const zoom = fc.double({ min: 0, max: 20, noNaN: true });

describe('pins (MAP-1)', () => {
  test.each([
    [{ status: receiverStatuses.online, voltage: 12, memoryUsedMb: 1, memoryTotalMb: 10 }, 'online'],
    [{ status: receiverStatuses.online, voltage: 9, memoryUsedMb: 1, memoryTotalMb: 10 }, 'warning'],
    [{ status: receiverStatuses.online, voltage: 12, memoryUsedMb: 10, memoryTotalMb: 10 }, 'warning'],
    [{ status: receiverStatuses.offline }, 'offline'],
    [{ status: receiverStatuses.rebooting }, 'rebooting'],
    [{ status: 99 }, 'offline'],
    [{ status: receiverStatuses.online, enabled: false }, 'disabled'],
  ] as const)('%o looks %s', (facts, look) => {
    expect(pinLook(receiver({ ...facts }))).toBe(look);
  });

  test('each look has a shape of its own: body and mark together', () => {
    expect(new Set(looks.map((look) => pinShapes[look].body + pinShapes[look].mark)).size).toBe(looks.length);
  });

  test('are of receivers with coordinates alone, and stay the same while nothing that is drawn changes', () => {
    const placed = receiver({ id: 1, latitude: 45, longitude: -113 });
    const fleet = { ...fleetModel.initial, receivers: { 1: placed, 2: receiver({ id: 2, latitude: null, longitude: null }) } };
    const drawn = pinsOf(fleet);
    expect(drawn.map(({ id }) => id)).toEqual([1]);
    const heard = { ...fleet, receivers: { ...fleet.receivers, 1: { ...placed, heardTime: 7 } } };
    expect(areSamePins(drawn, pinsOf(heard))).toBe(true);
    const gone = { ...fleet, receivers: { ...fleet.receivers, 1: { ...placed, longitude: -114 } } };
    expect(areSamePins(drawn, pinsOf(gone))).toBe(false);
  });
});

describe('groups of pins (MAP-2)', () => {
  test('hold every pin once, look as the worst of theirs, and none lies on another', () => {
    fc.assert(
      fc.property(pins, zoom, (given, near) => {
        const groups = groupedPins(given, near);
        expect(groups.flatMap((group) => group.pins.map(({ id }) => id)).toSorted((a, b) => a - b)).toEqual(
          given.map(({ id }) => id),
        );
        for (const group of groups) expect(group.look).toBe(worstLook(group.pins.map(({ look }) => look)));
        if (near >= 17) return;
        const camera = { latitude: 45, longitude: -114, zoom: near };
        const middles = groups.map((group) => toPixel(camera, size, group));
        middles.forEach((one, at) =>
          middles.slice(at + 1).forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(29)),
        );
      }),
    );
  });

  test('are named by their site where they are of one', () => {
    const [group] = groupedPins([pinOf(1, 45, -113, 3), pinOf(2, 45.0001, -113, 3)], 8);
    expect(group?.label).toBe('Site 3');
    const [mixed] = groupedPins([pinOf(1, 45, -113, 3), pinOf(2, 45.0001, -113, 4)], 8);
    expect(mixed?.label).toBe('2 receivers');
  });

  test('come apart where the map goes when they are chosen, and stand in a circle at one place', () => {
    const [group] = groupedPins([pinOf(1, 45, -113), pinOf(2, 45.0005, -113)], 8);
    const camera = cameraApart(group!, size);
    expect(groupedPins(group!.pins, camera!.zoom)).toHaveLength(2);
    const same = groupedPins([pinOf(1, 45, -113), pinOf(2, 45, -113)], 18);
    expect(same.map(({ offset }) => Math.round(offset.y))).toEqual([-18, 18]);
    expect(groupAt(same, { latitude: 45, longitude: -113, zoom: 18 }, size, { x: 400, y: 318 })?.pins[0]?.id).toBe(2);
  });

  test.each([2, 4, 10, 30])('come apart by choosing also where two stand %i m from each other', (metres) => {
    const [group] = groupedPins([pinOf(1, 45, -114), pinOf(2, 45 + metres / 111_000, -114)], 14);
    const camera = cameraApart(group!, size)!;
    const [one, other] = groupedPins(group!.pins, camera.zoom).map((each) => drawnAt(each, camera));
    expect(Math.hypot(one!.x - other!.x, one!.y - other!.y)).toBeGreaterThan(29);
  });

  test.each([2, 30, 31, 300])('%i at one place are in sight where the map goes, and none lies on another', (count) => {
    const [group] = groupedPins(
      Array.from({ length: count }, (_, at) => pinOf(at + 1, 45, -114)),
      14,
    );
    const camera = cameraApart(group!, size)!;
    const drawn = groupedPins(group!.pins, camera.zoom);
    expect(drawn.flatMap((each) => each.pins)).toHaveLength(count);
    expect(drawn).toHaveLength(count <= 30 ? count : 1);
    const middles = drawn.map((each) => drawnAt(each, camera));
    for (const { x, y } of middles) expect(x > 0 && x < size.width && y > 0 && y < size.height).toBe(true);
    middles.forEach((one, at) =>
      middles.slice(at + 1).forEach((other) => expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(29)),
    );
  });

  test('that nothing brings apart are shown one after another', () => {
    const [group] = groupedPins([pinOf(1, 45, -114), pinOf(2, 45, -114)], 14);
    expect([null, 1, 2, 9].map((chosen) => nextIn(group!, chosen))).toEqual([1, 2, 1, 1]);
  });

  test('are found under the pointer, and nothing beside them is', () => {
    const camera = { latitude: 45, longitude: -113, zoom: 12 };
    const groups = groupedPins([pinOf(1, 45, -113)], 12);
    expect(groupAt(groups, camera, size, { x: 405, y: 300 })?.pins[0]?.id).toBe(1);
    expect(groupAt(groups, camera, size, { x: 440, y: 300 })).toBeNull();
  });
});

test('the name of what is chosen stands beside the ring around it', () => {
  const groups = groupedPins([pinOf(1, 45, -113)], 12);
  const [plain, ringed] = [null, 1].map((chosen) => pinLabels(groups, 12, chosen, () => 50)[0]!.at.x);
  expect(plain).toBeGreaterThan(groupRadius);
  expect(ringed).toBeGreaterThan(ringRadius + 1);
});

test('the name of who stands farthest right is below them where there is no room at the left, as the map ends at the right (MAP-2)', () => {
  const apart = (px: number): number => -113 + (px * 360) / worldSize(12);
  const groups = groupedPins([pinOf(1, 45, apart(-300)), pinOf(2, 45, apart(-90)), pinOf(3, 45, apart(0))], 12);
  const label = pinLabels(groups, 12, 3, () => 80).find(({ key }) => key === groups.find(({ pins }) => pins[0]?.id === 3)?.key);
  expect(label?.at.x).toBe(-40);
  expect(label?.at.y).toBeGreaterThan(ringRadius);
});

test('a name is drawn where its pin is in sight, not beside an edge beyond which that stands (LOOK-32)', () => {
  const camera = { latitude: 45, longitude: -113, zoom: 12 };
  const at = (px: number): number => -113 + (px * 360) / worldSize(12);
  const groups = groupedPins([pinOf(1, 45, at(-410)), pinOf(2, 45, at(-350)), pinOf(3, 45, at(350)), pinOf(4, 45, at(410))], 12);
  const labels = pinLabels(groups, 12, null, () => 80);
  expect(labelsInSight(labels, camera, size).map(({ group }) => group.pins[0]?.id)).toEqual([2, 3]);
  const beside = labels.map((label) => ({ ...label, group: { ...label.group, offset: { x: 0, y: -310 } } }));
  expect(labelsInSight(beside, camera, size), 'as drawn beside its place').toEqual([]);
});

test('a receiver beyond the end of the map stands at its edge, and its coordinates stay what they are', () => {
  const polar = receiver({ id: 1, latitude: 88, longitude: 10 });
  const fleet = { ...fleetModel.initial, receivers: { 1: polar } };
  const edge = { id: 1, latitude: mapEdge, longitude: 10 };
  expect(pinsOf(fleet)).toMatchObject([edge]);
  expect(placesOf(fleet)).toEqual([edge]);
  expect(locationText(polar)).toBe('88.0000° N, 10.0000° E, beyond the edge of the map');
  expect(locationText({ latitude: -85, longitude: 10 })).toBe('85.0000° S, 10.0000° E');
  expect(locationText({ latitude: null, longitude: null })).toBe('No location');
});

test('no name touches the mark that it names or what beats around it, or another mark (LOOK-29)', () => {
  /** Returns how far a group's drawing reaches from its centre, lines included: a ring, a circle or a pin. */
  const drawn = ({ pins: grouped }: PinGroup, chosen: number | null): number => {
    if (grouped.some(({ id }) => id === chosen)) return ringRadius + 1;
    return grouped.length === 1 ? 14.5 : groupRadius + 1.5;
  };
  fc.assert(
    fc.property(pins, fc.double({ min: 6, max: 16, noNaN: true }), (given, near) => {
      const groups = groupedPins(given, near);
      const camera = { latitude: 45, longitude: -114, zoom: near };
      const chosen = given[0]?.id ?? null;
      const middleOf = (group: PinGroup): { x: number; y: number } => {
        const { x, y } = toPixel(camera, size, group);
        return { x: x + group.offset.x, y: y + group.offset.y };
      };
      for (const { key, group, text, at } of pinLabels(groups, near, chosen, ({ length }) => length * 7)) {
        const place = toPixel(camera, size, group);
        const [left, middle] = [place.x + at.x, place.y + at.y];
        for (const other of groups) {
          const { x, y } = middleOf(other);
          const across = Math.max(left - x, x - (left + text.length * 7));
          const upright = Math.abs(y - middle) - labelHeight / 2;
          const off = Math.max(across, upright);
          expect(off - drawn(other, chosen), `${key} beside ${other.key}`).toBeGreaterThan(other === group ? 7.99 : 1.99);
          if (other === group) expect(off, 'the ring and half of its line').toBeGreaterThan(pulseRadii.outer + 1);
        }
      }
    }),
  );
});

test('no name lies on another or on a pin, and what is chosen is named (MAP-2)', () => {
  fc.assert(
    fc.property(pins, fc.double({ min: 6, max: 16, noNaN: true }), (given, near) => {
      const groups = groupedPins(given, near);
      const camera = { latitude: 45, longitude: -114, zoom: near };
      const width = (text: string): number => text.length * 7;
      const chosen = given[0]?.id ?? null;
      const labels = pinLabels(groups, near, chosen, width);
      const boxes = labels.map(({ group, text, at }) => {
        const { x, y } = toPixel(camera, size, group);
        return {
          left: x + at.x,
          right: x + at.x + width(text),
          top: y + at.y - labelHeight / 2,
          bottom: y + at.y + labelHeight / 2,
        };
      });
      boxes.forEach((one, at) =>
        boxes.slice(at + 1).forEach((other) => {
          const isOver =
            one.left < other.right - 0.01 &&
            other.left < one.right - 0.01 &&
            one.top < other.bottom - 0.01 &&
            other.top < one.bottom - 0.01;
          expect(isOver).toBe(false);
        }),
      );
      expect(new Set(labels.map(({ key }) => key)).size).toBe(labels.length);
    }),
  );
});
