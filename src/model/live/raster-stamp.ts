import type { ContactBucket } from './contact-bucket.ts';
import { powerRange } from './live-settings.ts';
import { maskParts } from './mark-mask.ts';

/**
 * A bitmap used as a ring in time, and the columns that may be painted: `firstColumn` to `lastColumn`, both
 * included and counted from 1970, not from the start of the ring.
 */
export type RasterTarget = {
  readonly pixels: Uint32Array;
  readonly ringWidth: number;
  readonly height: number;
  /** Edge length of a mark in pixels. */
  readonly mark: number;
  readonly shapes: MarkShapes;
  readonly msPerColumn: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
};

/**
 * Which pixels of a mark are painted: a mask for each shape, the shape of each series by its id, and the
 * colour of halos. Without masks, marks are plain squares.
 */
export type MarkShapes = {
  readonly masks: readonly Uint8Array[];
  readonly bySeries: Uint8Array;
  readonly halo: number;
};

/** All marks are squares. */
export const plainSquares: MarkShapes = { masks: [], bySeries: new Uint8Array(0), halo: 0 };

/** Returns how far a mark reaches to the left of its middle and above it, in pixels. */
export function markOffset(mark: number): number {
  return (mark - 1) >> 1;
}

/**
 * Paints the contacts at positions `from` to `to` (excluded) of a bucket: x from the time, y from the power,
 * colour and shape by series id (colour 0 = not shown). New marks cover earlier ones.
 */
export function stampContacts(target: RasterTarget, bucket: ContactBucket, from: number, to: number, colours: Uint32Array): void {
  const { pixels, ringWidth, height, mark, msPerColumn, firstColumn, lastColumn, shapes } = target;
  const hasShapes = shapes.masks.length > 0;
  const before = markOffset(mark);
  // Subtract the whole columns before the bucket once: a remainder of numbers near 10^11 is slow to compute
  // for every contact.
  const { start: bucketStart } = bucket;
  const base = Math.floor(bucketStart / msPerColumn);
  const baseInRing = ((base % ringWidth) + ringWidth) % ringWidth;
  const firstAllowed = firstColumn - base;
  const lastAllowed = lastColumn - base;
  const top = powerRange.max;
  const rowsPerUnit = (height - 1) / (powerRange.max - powerRange.min);
  bucket.eachChunk(from, to, (chunk, start, end) => {
    const { series, offsets, powers } = chunk;
    for (let index = start; index < end; index++) {
      const left = Math.floor((bucketStart + offsets[index]!) / msPerColumn) - base - before;
      if (left > lastAllowed || left + mark <= firstAllowed) continue;
      const colour = colours[series[index]!]!;
      if (colour === 0) continue;
      const row = clamp((top - powers[index]!) * rowsPerUnit, height - 1);
      const firstRow = row < before ? 0 : row - before;
      const rowEnd = row - before + mark > height ? height : row - before + mark;
      const right = left + mark - 1;
      const inRing = baseInRing + left;
      if (hasShapes) {
        const mask = shapes.masks[shapes.bySeries[series[index]!]!]!;
        for (let column = Math.max(left, firstAllowed); column <= right && column <= lastAllowed; column++) {
          const x = (baseInRing + column + ringWidth) % ringWidth;
          for (let at = firstRow; at < rowEnd; at++) {
            const part = mask[(at - row + before) * mark + column - left]!;
            if (part === maskParts.mark) pixels[at * ringWidth + x] = colour;
            else if (part === maskParts.halo) pixels[at * ringWidth + x] = shapes.halo;
          }
        }
        continue;
      }
      if (left >= firstAllowed && right <= lastAllowed && inRing >= 0 && inRing + mark <= ringWidth) {
        stamp(pixels, ringWidth, inRing, mark, firstRow, rowEnd, colour);
        continue;
      }
      for (let column = Math.max(left, firstAllowed); column <= right && column <= lastAllowed; column++) {
        stamp(pixels, ringWidth, (baseInRing + column + ringWidth) % ringWidth, 1, firstRow, rowEnd, colour);
      }
    }
  });
}

function stamp(
  pixels: Uint32Array,
  ringWidth: number,
  x: number,
  width: number,
  firstRow: number,
  rowEnd: number,
  colour: number,
) {
  for (let row = firstRow, at = firstRow * ringWidth + x; row < rowEnd; row++, at += ringWidth) {
    for (let column = 0; column < width; column++) pixels[at + column] = colour;
  }
}

/** Returns the nearest whole number from 0 to `highest`. */
function clamp(value: number, highest: number): number {
  if (value <= 0) return 0;
  return value >= highest ? highest : (value + 0.5) | 0;
}
