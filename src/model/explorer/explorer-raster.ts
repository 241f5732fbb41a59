import type { ExploredContacts } from '../contract/packed-contacts.ts';
import { maskParts } from '../live/mark-mask.ts';
import type { Exploration } from './explored-contacts.ts';
import { type ExplorerWindow, firstFrom } from './explorer-view.ts';

/**
 * What the marks look like. Pass the same object until something in it changes: another one repaints all
 * marks.
 */
export type ExplorerMarks = {
  /** The size of the plot and the edge of a mark, in device pixels. */
  readonly width: number;
  readonly height: number;
  readonly mark: number;
  readonly exploration: Exploration;
  /** Each group's colour by `groupOf`, 0: hidden; a later layer covers the ones before. */
  readonly layers: readonly Uint32Array[];
  /** The pixels that each group's shape fills, by `groupOf`; a mark without a mask is a square. */
  readonly masks: readonly (Uint8Array | undefined)[];
};

/**
 * Where the plot is: its pixels for each ms and dB, and its first column and row, counted from the corner of
 * the whole window.
 */
type Position = { readonly perMs: number; readonly perDb: number; readonly column: number; readonly row: number };

/** Pixels of the plot; `right` and `bottom` are excluded. */
type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** Pixels. A mark on the edge of a pixel stays there, however the zoom is rounded. */
const nearlyNothing = 1e-6;

/**
 * Paints a mark for each visible contact (EXP-2). A time and a power always belong to the same column and row
 * of a zoom, so dragging moves the painted pixels and paints only what comes into view.
 */
export class ExplorerRaster {
  /** The pixels as RGBA, row by row; 0 is empty. */
  pixels = new Uint32Array(0);
  readonly #contacts: ExploredContacts;
  readonly #whole: ExplorerWindow;
  #marks: ExplorerMarks | null = null;
  #position: Position = { perMs: 1, perDb: 1, column: 0, row: 0 };

  constructor(contacts: ExploredContacts, whole: ExplorerWindow) {
    this.#contacts = contacts;
    this.#whole = whole;
  }

  /** Paints what a window shows. Returns the number of painted pixels. */
  paint(marks: ExplorerMarks, view: ExplorerWindow): number {
    const { width, height } = marks;
    const before = this.#position;
    const isZoomed = this.#zoom(marks, view);
    const { perMs, perDb } = this.#position;
    const column = Math.round((view.from - this.#whole.from) * perMs);
    const row = Math.round((this.#whole.high - view.high) * perDb);
    this.#position = { perMs, perDb, column, row };
    const [right, down] = [column - before.column, row - before.row];
    const isOther = marks !== this.#marks || isZoomed;
    this.#marks = marks;
    if (isOther || Math.abs(right) >= width || Math.abs(down) >= height) {
      if (this.pixels.length !== width * height) this.pixels = new Uint32Array(width * height);
      return this.#repaint({ left: 0, top: 0, right: width, bottom: height });
    }
    // Moves rows and columns at once. What comes in from a neighbouring row is repainted below.
    const by = down * width + right;
    if (by > 0) this.pixels.copyWithin(0, by);
    else if (by < 0) this.pixels.copyWithin(-by, 0);
    const [left, end] = right > 0 ? [0, width - right] : [-right, width];
    const columns = right > 0 ? { left: end, right: width } : { left: 0, right: left };
    const rows = down > 0 ? { top: height - down, bottom: height } : { top: 0, bottom: -down };
    return this.#repaint({ ...columns, top: 0, bottom: height }) + this.#repaint({ ...rows, left, right: end });
  }

  /** Returns the column (device pixels from the plot's left edge) of a time in ms. */
  xOf(ts: number): number {
    return (ts - this.#whole.from) * this.#position.perMs - this.#position.column;
  }

  /** Returns the row (device pixels from the plot's top edge) of a power in dBm. */
  yOf(power: number): number {
    return (this.#whole.high - power) * this.#position.perDb - this.#position.row;
  }

  /** Takes the zoom of a window over; returns false if it differs by less than half a pixel. */
  #zoom({ width, height }: ExplorerMarks, view: ExplorerWindow): boolean {
    const perMs = width / (view.to - view.from);
    const perDb = height / (view.high - view.low);
    const isSame = (now: number, before: number, size: number): boolean => Math.abs(now / before - 1) * size < 0.5;
    if (isSame(perMs, this.#position.perMs, width) && isSame(perDb, this.#position.perDb, height)) return false;
    this.#position = { ...this.#position, perMs, perDb };
    return true;
  }

  #repaint(area: Area): number {
    const { width, layers } = this.#marks!;
    if (area.left >= area.right || area.top >= area.bottom) return 0;
    for (let row = area.top; row < area.bottom; row++) this.pixels.fill(0, row * width + area.left, row * width + area.right);
    for (const colours of layers) this.#paintLayer(colours, area);
    return (area.right - area.left) * (area.bottom - area.top);
  }

  /** Paints those pixels of the marks that lie in an area. */
  #paintLayer(colours: Uint32Array, area: Area): void {
    const { width, mark, masks, exploration } = this.#marks!;
    const { perMs, perDb, column, row } = this.#position;
    const { from, high } = this.#whole;
    const { pixels } = this;
    const { ts, power } = this.#contacts;
    const { groupOf } = exploration;
    const before = (mark - 1) >> 1;
    const timeOf = (x: number): number => from + (column + x) / perMs;
    const last = firstFrom(this.#contacts, timeOf(area.right + mark + 1));
    for (let at = firstFrom(this.#contacts, timeOf(area.left - mark - 1)); at < last; at++) {
      const top = Math.floor((high - power[at]!) * perDb + nearlyNothing) - row - before;
      if (top >= area.bottom || top + mark <= area.top) continue;
      const colour = colours[groupOf[at]!]!;
      if (colour === 0) continue;
      const left = Math.floor((ts[at]! - from) * perMs + nearlyNothing) - column - before;
      const firstRow = top < area.top ? area.top : top;
      const rowEnd = top + mark > area.bottom ? area.bottom : top + mark;
      const firstColumn = left < area.left ? area.left : left;
      const columnEnd = left + mark > area.right ? area.right : left + mark;
      const mask = masks[groupOf[at]!];
      if (mask !== undefined) {
        for (let y = firstRow; y < rowEnd; y++)
          for (let x = firstColumn; x < columnEnd; x++)
            if (mask[(y - top) * mark + x - left] === maskParts.mark) pixels[y * width + x] = colour;
        continue;
      }
      for (let y = firstRow; y < rowEnd; y++)
        for (let pixel = y * width + firstColumn, end = y * width + columnEnd; pixel < end; pixel++) pixels[pixel] = colour;
    }
  }
}
