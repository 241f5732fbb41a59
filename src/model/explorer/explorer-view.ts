import { type Exploration, shownBefore } from './explored-contacts.ts';
import type { ExploredContacts } from '../contract/packed-contacts.ts';

/** The visible range of time (ms) and power (dBm). */
export type ExplorerWindow = { readonly from: number; readonly to: number; readonly low: number; readonly high: number };

/**
 * Returns the size of a mark (CSS pixels) and whether it has its group's shape (EXP-4); fewer visible
 * contacts have larger marks.
 */
export function exploredMark(inSight: number): { readonly size: number; readonly hasShape: boolean } {
  if (inSight > 200_000) return { size: 1, hasShape: false };
  if (inSight > 20_000) return { size: 2, hasShape: false };
  if (inSight > 8_000) return { size: 4, hasShape: false };
  if (inSight > 2_000) return { size: 6, hasShape: true };
  return { size: inSight > 500 ? 7 : 9, hasShape: true };
}

/** Returns the number of shown contacts from `from` to before `to` (ms). */
export function countBetween(contacts: ExploredContacts, exploration: Exploration, from: number, to: number): number {
  return shownBefore(exploration, firstFrom(contacts, to)) - shownBefore(exploration, firstFrom(contacts, from));
}

/**
 * The shortest time and the smallest range of power to which a person can zoom. Contacts of one antenna are
 * further apart than this time.
 */
const minSpanMs = 200;
const minSpanDb = 2;

/** Returns the window of the complete requested time and all powers that occur. */
export function wholeWindow({ from, to }: { from: number; to: number }, { power: powers }: ExploredContacts): ExplorerWindow {
  let [low, high] = [-110, -70];
  for (let at = 0; at < powers.length; at++) {
    const power = powers[at]!;
    if (power < low) low = power;
    if (power > high) high = power;
  }
  return { from, to, low: Math.floor(low) - 3, high: Math.ceil(high) + 3 };
}

/** Zooms by a factor (below 1: in) around a point of the plot (0 to 1 from left and top). */
export function zoomed(
  window: ExplorerWindow,
  whole: ExplorerWindow,
  factor: number,
  at: { x: number; y: number },
): ExplorerWindow {
  const ms = within((window.to - window.from) * factor, minSpanMs, whole.to - whole.from);
  const db = within((window.high - window.low) * factor, minSpanDb, whole.high - whole.low);
  const ts = window.from + at.x * (window.to - window.from);
  const power = window.high - at.y * (window.high - window.low);
  return placed({ from: ts - at.x * ms, high: power + at.y * db }, ms, db, whole);
}

/** Moves the window right and down by fractions of its size, within `whole`. */
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

/**
 * Returns the first `most` shown contacts within a box of time and power, in order, and their total number.
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

/** Returns the box between two points of the plot (0 to 1 from left and top). */
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
 * Returns the shown contact nearest to a point of the plot (0 to 1), within `reach` pixels; null for none.
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

/**
 * Returns the index of the next or previous shown contact in time, or of the first or last one if `from` is
 * null. If there is none, returns `from`.
 */
export function nextContact({ groupOf }: Exploration, from: number | null, step: 1 | -1): number | null {
  const { length } = groupOf;
  const start = from === null ? (step === 1 ? 0 : length - 1) : from + step;
  for (let at = start; at >= 0 && at < length; at += step) if (groupOf[at] !== 0) return at;
  return from;
}

/** Returns the index of the first contact at or after a time. */
export function firstFrom({ ts, count }: ExploredContacts, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ts[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
