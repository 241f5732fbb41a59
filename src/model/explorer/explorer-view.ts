import { maskParts } from '../live/mark-mask.ts';
import type { Exploration } from './explored-contacts.ts';
import type { ExploredContacts } from '../contract/packed-contacts.ts';

/** What of time (ms) and power (dBm) is in sight. */
export type ExplorerWindow = { readonly from: number; readonly to: number; readonly low: number; readonly high: number };

/**
 * How large a mark is, in pixels of the page, and whether it has its group's shape (EXP-4): the fewer
 * contacts are in sight, the larger.
 */
export function exploredMark(inSight: number): { readonly size: number; readonly hasShape: boolean } {
  if (inSight > 200_000) return { size: 1, hasShape: false };
  if (inSight > 20_000) return { size: 2, hasShape: false };
  if (inSight > 8_000) return { size: 4, hasShape: false };
  if (inSight > 2_000) return { size: 6, hasShape: true };
  return { size: inSight > 500 ? 7 : 9, hasShape: true };
}

/** How many shown contacts are within a time. */
export function countBetween(contacts: ExploredContacts, { groupOf }: Exploration, from: number, to: number): number {
  let count = 0;
  for (let at = firstFrom(contacts, from), end = firstFrom(contacts, to); at < end; at++) if (groupOf[at] !== 0) count += 1;
  return count;
}

/** Closer than this nothing more is to be seen: two contacts of one antenna are further apart. */
const leastMs = 200;
const leastDb = 2;

/** All of the time that was asked for, and powers as far as contacts have them. */
export function wholeWindow({ from, to }: { from: number; to: number }, contacts: ExploredContacts): ExplorerWindow {
  let [low, high] = [-110, -70];
  for (const power of contacts.power) {
    if (power < low) low = power;
    if (power > high) high = power;
  }
  return { from, to, low: Math.floor(low) - 3, high: Math.ceil(high) + 3 };
}

/** Zoomed by a factor (below 1: closer) around a place of the plot (0 to 1 from the left and from above). */
export function zoomed(
  window: ExplorerWindow,
  whole: ExplorerWindow,
  factor: number,
  at: { x: number; y: number },
): ExplorerWindow {
  const ms = within((window.to - window.from) * factor, leastMs, whole.to - whole.from);
  const db = within((window.high - window.low) * factor, leastDb, whole.high - whole.low);
  const ts = window.from + at.x * (window.to - window.from);
  const power = window.high - at.y * (window.high - window.low);
  return placed({ from: ts - at.x * ms, high: power + at.y * db }, ms, db, whole);
}

/** Moved by parts of what is in sight, to the right and downwards, never beyond the whole. */
export function panned(window: ExplorerWindow, whole: ExplorerWindow, by: { x: number; y: number }): ExplorerWindow {
  const [ms, db] = [window.to - window.from, window.high - window.low];
  return placed({ from: window.from + by.x * ms, high: window.high - by.y * db }, ms, db, whole);
}

function placed(corner: { from: number; high: number }, ms: number, db: number, whole: ExplorerWindow): ExplorerWindow {
  const from = within(corner.from, whole.from, whole.to - ms);
  const high = within(corner.high, whole.low + db, whole.high);
  return { from, to: from + ms, low: high - db, high };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

type Picture = { readonly pixels: Uint32Array; readonly width: number; readonly height: number };

/**
 * How marks are drawn: their edge in pixels, by group the colour (0: left out), and by group which of their
 * pixels, where they are no plain squares.
 */
export type ExplorerMarks = {
  readonly colours: Uint32Array;
  readonly mark: number;
  readonly masks?: readonly (Uint8Array | undefined)[];
};

/** Paints a mark of some pixels for each contact in sight, in the colour and shape of its group. */
export function paintContacts(
  { pixels, width, height }: Picture,
  contacts: ExploredContacts,
  { groupOf }: Exploration,
  window: ExplorerWindow,
  { colours, mark, masks }: ExplorerMarks,
): void {
  const perMs = width / (window.to - window.from);
  const perDb = height / (window.high - window.low);
  const { ts, power } = contacts;
  const { from, high } = window;
  const before = (mark - 1) >> 1;
  const last = firstFrom(contacts, window.to + mark / perMs);
  for (let at = firstFrom(contacts, from - mark / perMs); at < last; at++) {
    const colour = colours[groupOf[at]!]!;
    if (colour === 0) continue;
    const left = Math.floor((ts[at]! - from) * perMs) - before;
    const top = Math.floor((high - power[at]!) * perDb) - before;
    const firstRow = top < 0 ? 0 : top;
    const rowEnd = top + mark > height ? height : top + mark;
    const firstColumn = left < 0 ? 0 : left;
    const columnEnd = left + mark > width ? width : left + mark;
    const mask = masks?.[groupOf[at]!];
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

/**
 * Contacts that are shown within a part of time and power, in their order: the first `most`, and how many
 * there are.
 */
export function contactsWithin(
  contacts: ExploredContacts,
  { groupOf }: Exploration,
  { from, to, low, high }: ExplorerWindow,
  most: number,
): { listed: number[]; count: number } {
  const listed: number[] = [];
  let count = 0;
  const last = firstFrom(contacts, to);
  for (let at = firstFrom(contacts, from); at < last; at++) {
    const power = contacts.power[at]!;
    if (groupOf[at] === 0 || power < low || power > high) continue;
    count += 1;
    if (listed.length < most) listed.push(at);
  }
  return { listed, count };
}

/** What lies between two places of the plot (0 to 1 from the left and from above). */
export function boxBetween(
  window: ExplorerWindow,
  one: { x: number; y: number },
  other: { x: number; y: number },
): ExplorerWindow {
  const ts = (x: number): number => window.from + within(x, 0, 1) * (window.to - window.from);
  const power = (y: number): number => window.high - within(y, 0, 1) * (window.high - window.low);
  return {
    from: ts(Math.min(one.x, other.x)),
    to: ts(Math.max(one.x, other.x)),
    low: power(Math.max(one.y, other.y)),
    high: power(Math.min(one.y, other.y)),
  };
}

/**
 * The contact that is shown nearest to a place of the plot (0 to 1), within `reach` pixels; null for none.
 */
export function nearestContact(
  contacts: ExploredContacts,
  { groupOf }: Exploration,
  window: ExplorerWindow,
  at: { x: number; y: number },
  { width, height, reach }: { width: number; height: number; reach: number },
): number | null {
  const perMs = width / (window.to - window.from);
  const perDb = height / (window.high - window.low);
  const ts = window.from + at.x * (window.to - window.from);
  const power = window.high - at.y * (window.high - window.low);
  let [found, least]: [number | null, number] = [null, reach * reach];
  const last = firstFrom(contacts, ts + reach / perMs);
  for (let each = firstFrom(contacts, ts - reach / perMs); each < last; each++) {
    if (groupOf[each] === 0) continue;
    const [dx, dy] = [(contacts.ts[each]! - ts) * perMs, (contacts.power[each]! - power) * perDb];
    const distance = dx * dx + dy * dy;
    if (distance <= least) [found, least] = [each, distance];
  }
  return found;
}

/** The contact that is shown before or after another one in time; the first or last one from none. */
export function nextContact({ groupOf }: Exploration, from: number | null, step: 1 | -1): number | null {
  const { length } = groupOf;
  const start = from === null ? (step === 1 ? 0 : length - 1) : from + step;
  for (let at = start; at >= 0 && at < length; at += step) if (groupOf[at] !== 0) return at;
  return from;
}

/** The place of the first contact at or after a time. */
export function firstFrom({ ts, count }: ExploredContacts, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ts[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
