import { isInSight, type MapCamera, type MapSize } from './camera.ts';
import { worldSize, shortWay, toWorld, type MapPixel } from '../geo/mercator.ts';
import { type Box, Boxes } from './label-boxes.ts';
import type { PinGroup } from './pin-groups.ts';
import { groupRadius, ringRadius } from './pin-shapes.ts';
import { severity } from './pins.ts';

/** A name beside a pin. `at` is the middle of its left edge, relative to the place of the group. */
export type PinLabel = { readonly key: string; readonly group: PinGroup; readonly text: string; readonly at: MapPixel };

export const labelHeight = 16;
/**
 * The distances of a name from its own mark, where the mark's pulse needs room, and from other marks, in
 * pixels (LOOK-29).
 */
const [gap, clear] = [8, 2];
/** Longer names are cut, because they would cover half of a phone. */
const maxCharacters = 24;

/**
 * Returns the names that have room (MAP-2): none covers a pin or another name. The chosen group comes first,
 * then the others by severity. A name is placed to the right of its pin or, if there is no room, to the left,
 * below or above. The rightmost pins try the right side last, because the edge of a map that fits all pins
 * would cut their names. The result does not depend on the camera's position. `widthOf` returns the drawn
 * width of a text in pixels.
 */
export function pinLabels(
  groups: readonly PinGroup[],
  zoom: number,
  chosen: number | null,
  widthOf: (text: string) => number,
): readonly PinLabel[] {
  const scale = worldSize(zoom);
  const origin = groups[0] === undefined ? { x: 0, y: 0 } : toWorld(groups[0]);
  const middles = groups.map((group) => {
    const { x, y } = toWorld(group);
    return { x: shortWay(x - origin.x) * scale + group.offset.x, y: (y - origin.y) * scale + group.offset.y };
  });
  const xs = middles.map(({ x }) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const isRightmost = ({ x }: MapPixel): boolean => x > least && x >= least + (most - least) * 0.8;
  const taken = new Boxes();
  const isChosen = (group: PinGroup): boolean => chosen !== null && group.pins.some(({ id }) => id === chosen);
  /**
   * Returns the radius of a mark with its outline. A single pin is smaller than a group's circle, which has a
   * thicker outline.
   */
  const radiusOf = (group: PinGroup): number =>
    isChosen(group) ? ringRadius + 1 : group.pins.length === 1 ? groupRadius : groupRadius + 2;
  groups.forEach((group, at) => taken.add(around(middles[at] as MapPixel, radiusOf(group) + clear)));
  const order = groups
    .map((group, at) => ({ group, middle: middles[at] as MapPixel }))
    .toSorted(
      (one, other) =>
        Number(isChosen(other.group)) - Number(isChosen(one.group)) || severity(one.group.look) - severity(other.group.look),
    );
  return order.flatMap(({ group, middle }) => {
    const text = shortened(group.label);
    const width = widthOf(text);
    const at = places(width, radiusOf(group), isRightmost(middle)).find((place) => taken.hasRoom(boxOf(middle, place, width)));
    if (at === undefined) return [];
    taken.add(boxOf(middle, at, width));
    return [{ key: group.key, group, text, at: { x: at.x + group.offset.x, y: at.y + group.offset.y } }];
  });
}

function places(width: number, radius: number, isRightmost: boolean): MapPixel[] {
  const beside = radius + gap;
  const below = beside + labelHeight / 2;
  const [right, left] = [
    { x: beside, y: 0 },
    { x: -beside - width, y: 0 },
  ];
  const [under, over] = [
    { x: -width / 2, y: below },
    { x: -width / 2, y: -below },
  ];
  return isRightmost ? [left, under, over, right] : [right, left, under, over];
}

function around({ x, y }: MapPixel, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

function boxOf(middle: MapPixel, place: MapPixel, width: number): Box {
  const [left, y] = [middle.x + place.x, middle.y + place.y];
  return { left, right: left + width, top: y - labelHeight / 2, bottom: y + labelHeight / 2 };
}

/** Cuts a name to the length that is drawn. */
export function shortened(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1).trimEnd()}…`;
}

/** Returns the labels whose mark is visible (LOOK-32). */
export function labelsInSight(labels: readonly PinLabel[], camera: MapCamera, size: MapSize): readonly PinLabel[] {
  return labels.filter(({ group }) => isInSight(camera, size, group, group.offset));
}

/**
 * Returns the first labels, as many as fit into the total width `room`, because the sheet for them is
 * limited.
 */
export function labelsWithin(labels: readonly PinLabel[], widthOf: (text: string) => number, room: number): readonly PinLabel[] {
  let taken = 0;
  return labels.filter(({ text }) => {
    taken += widthOf(text);
    return taken <= room;
  });
}
