import type { Scheme } from '../../model/live/palette.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import { labelHeight } from '../../model/map/pin-labels.ts';
import { groupRadius, pinShapes, ringRadius } from '../../model/map/pin-shapes.ts';
import type { PinLook } from '../../model/map/pins.ts';
import { mapColours, pinColour, resolved } from './map-colours.ts';
import { labelFont, textWidth } from './text-width.ts';

/** A sheet of many small pictures with the position of each, in the form that deck.gl's icon layers take. */
export type Atlas = {
  readonly picture: HTMLCanvasElement;
  readonly parts: Readonly<Record<string, AtlasPart>>;
};
type AtlasPart = { x: number; y: number; width: number; height: number; anchorX: number; anchorY: number };

/** Pictures are drawn at twice the shown size, to be sharp on fine screens. */
const sharpness = 2;
/**
 * The heights of the pictures, in pixels. They are no larger than needed, because transparent pixels cost as
 * much to draw as others.
 */
const heights = { pin: 32, heap: 36, chosen: 48 } as const;
const largest = heights.chosen * sharpness;
const across = 2_048;
/** An alpha so low that the layers do not draw the pixel, yet high enough to keep its colour. */
const faintest = 1.2 / 255;
/**
 * The largest total width of the names on a sheet. Set in rows, they stay below 4,096 pixels, a size that
 * every graphics card can take.
 */
export const labelRoom = 120_000;

/** What a group looks like. */
type PinPicture = { look: PinLook; count: number; isChosen: boolean };

/** Returns the name of a group's picture. Groups that look the same share one. */
export function pictureOf({ look, pins }: PinGroup, chosen: number | null): string {
  const name = pins.length === 1 ? look : `${look} ${pins.length}`;
  return holds(pins, chosen) ? `${name} chosen` : name;
}

/** Returns the pictures that groups need, by name. */
export function picturesOf(groups: readonly PinGroup[], chosen: number | null): Map<string, PinPicture> {
  return new Map(
    groups.map((group) => [
      pictureOf(group, chosen),
      { look: group.look, count: group.pins.length, isChosen: holds(group.pins, chosen) },
    ]),
  );
}

function holds(pins: PinGroup['pins'], chosen: number | null): boolean {
  return chosen !== null && pins.some(({ id }) => id === chosen);
}

/** Draws the pictures of pins and groups, in the colours of the page that contains `page`. */
export function pinAtlas(pictures: ReadonlyMap<string, PinPicture>, page: Element): Atlas {
  const perRow = Math.floor(across / largest);
  const surface = resolved('var(--console-surface)', page);
  const { picture, brush } = sheet(Math.max(1, Math.ceil(pictures.size / perRow)) * largest, surface);
  const text = resolved('var(--console-text)', page);
  const parts: Record<string, AtlasPart> = {};
  [...pictures].forEach(([name, shown], at) => {
    const { look, count, isChosen } = shown;
    const size = heightOf(shown) * sharpness;
    const [x, y] = [(at % perRow) * largest, Math.floor(at / perRow) * largest];
    parts[name] = { x, y, width: size, height: size, anchorX: size / 2, anchorY: size / 2 };
    brush.setTransform(sharpness, 0, 0, sharpness, x + size / 2, y + size / 2);
    if (isChosen) paintRing(brush, text);
    if (count === 1) paintPin(brush, look, pinColour(look, page), surface);
    else paintHeap(brush, count, pinColour(look, page), surface, text);
  });
  return { picture, parts };
}

/** Returns the width of a name's picture on its sheet, in pixels. */
export const labelWidth = (text: string): number => (textWidth(text) + 4) * sharpness;

/** Draws the pictures of names. */
export function labelAtlas(names: ReadonlyMap<string, Scheme>): Atlas {
  const height = labelPictureHeight * sharpness;
  const parts: Record<string, AtlasPart> = {};
  let [x, y] = [0, 0];
  for (const text of names.keys()) {
    const width = labelWidth(text);
    if (x + width > across) [x, y] = [0, y + height];
    parts[text] = { x, y, width, height, anchorX: 2 * sharpness, anchorY: height / 2 };
    x += width;
  }
  // All names of a sheet have the same scheme.
  const [scheme = 'light'] = names.values();
  const { halo, text: ink } = mapColours[scheme];
  const { picture, brush } = sheet(y + height, halo);
  brush.font = labelFont;
  brush.textBaseline = 'middle';
  brush.lineJoin = 'round';
  brush.strokeStyle = halo;
  brush.lineWidth = 3;
  brush.fillStyle = ink;
  for (const text of names.keys()) {
    const part = parts[text] as AtlasPart;
    brush.setTransform(sharpness, 0, 0, sharpness, part.x + part.anchorX, part.y + part.anchorY);
    brush.strokeText(text, 0, 0);
    brush.fillText(text, 0, 0);
  }
  return { picture, parts };
}

/** Returns the shown height of a pin's or group's picture, in pixels. */
export function pinHeight({ look, pins }: PinGroup, chosen: number | null): number {
  return heightOf({ look, count: pins.length, isChosen: holds(pins, chosen) });
}

function heightOf({ count, isChosen }: PinPicture): number {
  if (isChosen) return heights.chosen;
  return count === 1 ? heights.pin : heights.heap;
}

/** The shown height of a name's picture, in pixels. */
export const labelPictureHeight = labelHeight + 4;

/**
 * Creates a transparent sheet whose transparent pixels have the colour of the pictures' edges. The graphics
 * card blends an edge with the pixels beside it, and black ones would leave a shadow.
 */
function sheet(height: number, edge: string): { picture: HTMLCanvasElement; brush: CanvasRenderingContext2D } {
  const picture = document.createElement('canvas');
  picture.width = across;
  picture.height = height;
  const brush = picture.getContext('2d');
  if (brush === null) throw new Error('This browser draws no pictures, though it draws by WebGL');
  brush.globalAlpha = faintest;
  brush.fillStyle = edge;
  brush.fillRect(0, 0, across, height);
  brush.globalAlpha = 1;
  return { picture, brush };
}

function paintRing(brush: CanvasRenderingContext2D, colour: string): void {
  brush.beginPath();
  brush.arc(0, 0, ringRadius, 0, 2 * Math.PI);
  brush.lineWidth = 2;
  brush.strokeStyle = colour;
  brush.stroke();
}

function paintPin(brush: CanvasRenderingContext2D, look: PinLook, colour: string, surface: string): void {
  const { body, mark } = pinShapes[look];
  brush.lineJoin = 'round';
  brush.lineCap = 'round';
  brush.strokeStyle = surface;
  brush.lineWidth = 3;
  brush.stroke(new Path2D(body));
  brush.fillStyle = colour;
  brush.fill(new Path2D(body));
  brush.lineWidth = 2;
  brush.stroke(new Path2D(mark));
}

function paintHeap(brush: CanvasRenderingContext2D, count: number, colour: string, surface: string, text: string): void {
  brush.beginPath();
  brush.arc(0, 0, groupRadius, 0, 2 * Math.PI);
  brush.fillStyle = surface;
  brush.fill();
  brush.lineWidth = 3;
  brush.strokeStyle = colour;
  brush.stroke();
  brush.font = labelFont;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = text;
  brush.fillText(String(count), 0, 0.5);
}
