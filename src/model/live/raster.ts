import { bucketMs, bucketOf, type ContactBucket } from './contact-bucket.ts';
import type { ContactWindow } from './contact-window.ts';
import { powerRange } from './live-settings.ts';
import { type MarkShapes, plainSquares, stampContacts, type RasterTarget } from './raster-stamp.ts';

/** The sizes of the plot, in device pixels unless noted. */
export type RasterSize = {
  readonly width: number;
  readonly height: number;
  /** Edge length of a contact's mark. */
  readonly mark: number;
  /** The time across the width, in ms. */
  readonly span: number;
};

/** An instruction to copy `width` columns from column `from` of the bitmap to column `to` of the plot. */
export type Blit = { readonly from: number; readonly to: number; readonly width: number };

/** Bitmap columns that changed, `to` excluded. */
export type DirtyColumns = { readonly from: number; readonly to: number };

/**
 * How many buckets after the one at the right edge are painted in advance, so that their contacts are there
 * when they scroll into the plot.
 */
const bucketsAhead = 1;

/**
 * Paints the contact window into a bitmap used as a ring in time. The column of a time is fixed (`floor(ts /
 * msPerColumn)`, modulo the ring's width), so each contact is painted once, when it has arrived and its
 * second is near. Scrolling only copies columns, in one or two pieces (`blits`). Late contacts are painted
 * where they belong. Only `resize` and `invalidate` (other colours) cause repainting: second by second,
 * newest first, within the budget of each call.
 */
export class ContactRaster {
  /** The pixels as RGBA, row by row, `ringWidth` pixels a row; 0 is empty. */
  pixels = new Uint32Array(0);
  ringWidth = 0;
  /** The shapes of marks. Call `invalidate` after changing them. */
  shapes: MarkShapes = plainSquares;
  /**
   * By series id, the colour of marks painted over all other marks of the same second; 0 for none. Call
   * `invalidate` after changing it.
   */
  over: Uint32Array | null = null;
  readonly #window: ContactWindow;
  #size: RasterSize = { width: 0, height: 0, mark: 1, span: 1 };
  /** The ring holds the columns from `#right - ringWidth` (excluded) to `#right`. */
  #right = 0;
  /** How many positions of each bucket are painted. */
  #painted = new Map<ContactBucket, number>();
  /** The seconds to repaint. */
  #stale = new Set<number>();
  #dirty: DirtyColumns[] = [];

  constructor(window: ContactWindow) {
    this.#window = window;
  }

  get msPerColumn(): number {
    return this.#size.span / this.#size.width;
  }

  /** Starts over with another size, time span or mark. */
  resize(size: RasterSize): void {
    this.#size = size;
    const ahead = (bucketsAhead + 2) * Math.ceil(bucketMs / this.msPerColumn);
    this.ringWidth = size.width + ahead + 4 * size.mark;
    const length = this.ringWidth * size.height;
    if (this.pixels.length !== length) this.pixels = new Uint32Array(length);
    this.#startOver(0);
  }

  /**
   * Marks all painted seconds for repainting (other colours or filters). Each keeps its pixels until it is
   * repainted.
   */
  invalidate(): void {
    for (const bucket of this.#painted.keys()) this.#markStale(bucket.number);
  }

  /**
   * Paints what is not painted yet, for a plot whose right edge is at `edge` (ms since 1970). `colours` is by
   * series id, 0 = not shown. Reads about `budget` contacts, newest first. Returns true when nothing is left
   * to do.
   */
  paint(edge: number, colours: Uint32Array, budget: number = Infinity): boolean {
    const { width, mark } = this.#size;
    const last = bucketOf(edge) + bucketsAhead;
    const leftColumn = this.#edgeColumn(edge) - width;
    const first = bucketOf((leftColumn - mark) * this.msPerColumn);
    this.#makeRoom(this.#columnOf((last + 1) * bucketMs) + mark, leftColumn);
    this.#forgetOutside(first, last);
    for (let number = last; number >= first; number--) {
      if (budget <= 0) return false;
      budget -= this.#paintBucket(number, colours);
    }
    return true;
  }

  /**
   * Returns the copies that make up the plot whose right edge is `edge`: one, or two around the ring's seam.
   */
  blits(edge: number): Blit[] {
    const { width } = this.#size;
    const from = modulo(this.#edgeColumn(edge) - width, this.ringWidth);
    const whole = Math.min(width, this.ringWidth - from);
    const first = { from, to: 0, width: whole };
    return whole === width ? [first] : [first, { from: 0, to: whole, width: width - whole }];
  }

  /** Returns the bitmap columns changed since the last call. */
  takeDirty(): DirtyColumns[] {
    const dirty = this.#dirty;
    this.#dirty = [];
    return dirty;
  }

  /** Returns the position of a time in the plot, in device pixels from its left edge. */
  xOf(ts: number, edge: number): number {
    return this.#columnOf(ts) - this.#edgeColumn(edge) + this.#size.width;
  }

  /** Returns the column that contains `edge`: the plot ends before it. */
  #edgeColumn(edge: number): number {
    return this.#columnOf(edge);
  }

  #columnOf(ts: number): number {
    return Math.floor(ts / this.msPerColumn);
  }

  /** Moves the ring forward to the column `right`, and clears the columns that it reuses. */
  #makeRoom(right: number, left: number): void {
    const isBehind = left <= this.#right - this.ringWidth;
    if (isBehind || right - this.#right >= this.ringWidth) {
      this.#startOver(right);
      return;
    }
    if (right <= this.#right) return;
    this.#clear(this.#right + 1, right);
    this.#right = right;
  }

  #startOver(right: number): void {
    this.pixels.fill(0);
    this.#painted.clear();
    this.#stale.clear();
    this.#right = right;
    this.#dirty = [{ from: 0, to: this.ringWidth }];
  }

  #forgetOutside(first: number, last: number): void {
    for (const [bucket, painted] of this.#painted) {
      if (bucket.count < painted) this.#markStale(bucket.number);
      else if (bucket.number >= first && bucket.number <= last) continue;
      this.#painted.delete(bucket);
    }
    for (const number of this.#stale) if (number < first) this.#stale.delete(number);
  }

  /** Marks a second for repainting, and the neighbouring seconds into which its marks reach. */
  #markStale(number: number): void {
    const reach = Math.ceil((this.#size.mark * this.msPerColumn) / bucketMs);
    for (let near = number - reach; near <= number + reach; near++) this.#stale.add(near);
  }

  /** Paints one second. Returns how many contacts were read. */
  #paintBucket(number: number, colours: Uint32Array): number {
    const bucket = this.#window.bucket(number);
    const looked = this.#stale.delete(number) ? this.#repaint(number, colours) : 0;
    const painted = bucket ? (this.#painted.get(bucket) ?? 0) : 0;
    if (!bucket || bucket.count === painted) return looked;
    const target = this.#target(this.#right - this.ringWidth + 1, this.#right);
    this.#stamp(target, bucket, painted, bucket.count, colours);
    this.#painted.set(bucket, bucket.count);
    this.#markDirty(this.#columnOf(bucket.start) - this.#size.mark, this.#columnOf(bucket.start + bucketMs) + this.#size.mark);
    return looked + bucket.count - painted;
  }

  /**
   * Clears the columns of a second and paints all marks that reach into them, including those of neighbouring
   * seconds.
   */
  #repaint(number: number, colours: Uint32Array): number {
    const { mark } = this.#size;
    const start = this.#columnOf(number * bucketMs);
    const from = Math.max(start, this.#right - this.ringWidth + 1);
    const to = Math.min(Math.max(start, this.#columnOf((number + 1) * bucketMs) - 1), this.#right);
    this.#clear(from, to);
    const target = this.#target(from, to);
    let looked = 0;
    const lastReaching = bucketOf((to + 1 + mark) * this.msPerColumn);
    for (let reaching = bucketOf((from - mark) * this.msPerColumn); reaching <= lastReaching; reaching++) {
      const other = this.#window.bucket(reaching);
      const painted = other ? (this.#painted.get(other) ?? 0) : 0;
      if (!other || painted === 0) continue;
      this.#stamp(target, other, 0, painted, colours);
      looked += painted;
    }
    return looked;
  }

  #stamp(target: RasterTarget, bucket: ContactBucket, from: number, to: number, colours: Uint32Array): void {
    stampContacts(target, bucket, from, to, colours);
    if (this.over !== null) stampContacts(target, bucket, from, to, this.over);
  }

  #target(from: number, to: number): RasterTarget {
    const { height, mark } = this.#size;
    return {
      pixels: this.pixels,
      ringWidth: this.ringWidth,
      height,
      mark,
      shapes: this.shapes,
      msPerColumn: this.msPerColumn,
      firstColumn: from,
      lastColumn: to,
    };
  }

  #clear(from: number, to: number): void {
    for (const part of this.#ringParts(from, to)) {
      for (let row = 0; row < this.#size.height; row++) {
        this.pixels.fill(0, row * this.ringWidth + part.from, row * this.ringWidth + part.to);
      }
    }
    this.#markDirty(from, to);
  }

  #markDirty(from: number, to: number): void {
    for (const part of this.#ringParts(from, to)) {
      const touching = this.#dirty.findIndex((other) => part.from <= other.to && part.to >= other.from);
      if (touching < 0) this.#dirty.push(part);
      else {
        const other = this.#dirty[touching]!;
        this.#dirty[touching] = { from: Math.min(part.from, other.from), to: Math.max(part.to, other.to) };
      }
    }
  }

  /** Returns the bitmap columns of the absolute columns `from` to `to` (included). */
  #ringParts(from: number, to: number): DirtyColumns[] {
    const width = Math.min(to - from + 1, this.ringWidth);
    if (width <= 0) return [];
    const start = modulo(from, this.ringWidth);
    const end = start + width;
    if (end <= this.ringWidth) return [{ from: start, to: end }];
    return [
      { from: start, to: this.ringWidth },
      { from: 0, to: end - this.ringWidth },
    ];
  }
}

/**
 * Returns the position of a power in a plot of that height, in pixels from its top. Powers beyond the axis
 * are placed at its ends.
 */
export function yOfPower(power: number, height: number): number {
  const share = (powerRange.max - power) / (powerRange.max - powerRange.min);
  return Math.round(Math.min(1, Math.max(0, share)) * (height - 1));
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
