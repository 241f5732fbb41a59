import type { Scheme } from '../../model/live/palette.ts';
import type { PinGroup } from '../../model/map/pin-groups.ts';
import { labelHeight } from '../../model/map/pin-labels.ts';
import { groupRadius, pinShapes, ringRadius } from '../../model/map/pin-shapes.ts';
import type { PinLook } from '../../model/map/pins.ts';
import { mapColours, pinColour, resolved } from './map-colours.ts';
import { labelFont, textWidth } from './text-width.ts';

/** A picture of many small ones, and where each of them is in it, as the layers of pins take them. */
export type Atlas = {
  readonly picture: HTMLCanvasElement;
  readonly parts: Readonly<Record<string, AtlasPart>>;
};
type AtlasPart = { x: number; y: number; width: number; height: number; anchorX: number; anchorY: number };

/** Drawn twice as large as shown, so that it is sharp on fine screens as well. */
const sharpness = 2;
/** How high the picture of each is, in pixels: no more than it needs: what is clear of it costs as much. */
const heights = { pin: 32, heap: 36, chosen: 48 } as const;
const largest = heights.chosen * sharpness;
const across = 2_048;
/** So little is not drawn by the layers, and is the least that keeps a colour. */
const faintest = 1.2 / 255;
/** How wide all names of a sheet are together: in rows of their height no more than any card takes, 4,096. */
export const labelRoom = 120_000;

/** What a group looks like. */
type PinPicture = { look: PinLook; count: number; isChosen: boolean };

/** The name of a group's picture: the same for all that look the same. */
export function pictureOf({ look, pins }: PinGroup, chosen: number | null): string {
  const name = pins.length === 1 ? look : `${look} ${pins.length}`;
  return holds(pins, chosen) ? `${name} chosen` : name;
}

/** The pictures that groups need, by their names. */
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

/** The pictures of pins and groups, in the colours of the page that `page` is part of. */
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

/** How wide the picture of a name is on its sheet, in pixels. */
export const labelWidth = (text: string): number => (textWidth(text) + 4) * sharpness;

/** The pictures of names, by the names. */
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
  // All of a sheet are in the colours of one scheme.
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

/** How high the picture of a pin or group is shown, in pixels. */
export function pinHeight({ look, pins }: PinGroup, chosen: number | null): number {
  return heightOf({ look, count: pins.length, isChosen: holds(pins, chosen) });
}

function heightOf({ count, isChosen }: PinPicture): number {
  if (isChosen) return heights.chosen;
  return count === 1 ? heights.pin : heights.heap;
}

/** How high that of a name is. */
export const labelPictureHeight = labelHeight + 4;

/**
 * A sheet that is clear, in the colour that pictures on it end in: the graphics card mixes what is beside an
 * edge into it, and of black there a shadow would be left around each.
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
