import { receiverStatuses } from '../entities/receiver.ts';

/** A state and when it began (ms since the epoch); it lasts until the next one begins, the last until now. */
export type StateStart = { status: number; from: number };

/** The length of a receiver's strip, in ms. */
export const stripMs = 7 * 24 * 3_600_000;

/**
 * If the state is unknown for less than this (ms) at the start of the strip, the first known state is drawn
 * from the start: the host cuts the states by its own clock.
 */
const edgeMs = 60_000;

/** The most states kept. If a receiver changes all the time, its older states are dropped. */
const maxStarts = 1_000;

/**
 * Adds a newly reported state. Repeated and outdated states change nothing (RX-13); states that ended before
 * the strip begins are dropped.
 */
export function startsWith(starts: readonly StateStart[], { status, from }: StateStart): readonly StateStart[] {
  const last = starts.at(-1);
  if (last !== undefined && (from <= last.from || last.status === status)) return starts;
  const begin = from - stripMs;
  const kept = starts.filter((_, at) => (starts[at + 1]?.from ?? Infinity) > begin);
  return [...kept, { status, from }].slice(-maxStarts);
}

/** A part of a strip; `start` and `width` are in percent of the strip, `from` and `to` in ms. */
export type StripPart = { status: number | null; from: number; to: number; start: number; width: number };

/**
 * Returns the parts of a strip of the 7 days before `now`, in order; a null status means unknown. A state
 * reported just after `now` was read extends the strip, and its part has no width.
 */
export function stripOf(starts: readonly StateStart[], now: number): readonly StripPart[] {
  const to = Math.max(now, starts.at(-1)?.from ?? 0);
  const begin = to - stripMs;
  const part = (status: number | null, from: number, end: number): StripPart => ({
    status,
    from,
    to: end,
    start: ((from - begin) * 100) / stripMs,
    width: ((end - from) * 100) / stripMs,
  });
  const firstKnown = Math.max(begin, starts[0]?.from ?? to);
  const first = firstKnown - begin < edgeMs ? begin : firstKnown;
  const known = starts.flatMap(({ status, from }, at) => {
    const end = starts[at + 1]?.from ?? to;
    const isPresent = at === starts.length - 1;
    return end > begin && (end > from || isPresent) ? [part(status, at === 0 ? first : Math.max(begin, from), end)] : [];
  });
  return first > begin ? [part(null, begin, first), ...known] : known;
}

/** Returns the time online in percent of the known time, rounded down; null if nothing is known. */
export function onlinePercent(parts: readonly StripPart[]): number | null {
  const timeOf = (some: readonly StripPart[]): number => some.reduce((sum, { from, to }) => sum + to - from, 0);
  const known = parts.filter(({ status }) => status !== null);
  const all = timeOf(known);
  return all === 0 ? null : Math.floor((timeOf(known.filter(({ status }) => status === receiverStatuses.online)) * 100) / all);
}

/**
 * Returns the present state and how long it has lasted, because a part that has just begun is too narrow to
 * see (FLEET-13). Null if unknown.
 */
export function presentSpan(parts: readonly StripPart[]): { status: number; text: string } | null {
  const last = parts.at(-1);
  if (last === undefined || last.status === null) return null;
  const ms = last.to - last.from;
  const text = ms < 60_000 ? 'less than 1 min' : durationText(ms);
  return { status: last.status, text: parts.length === 1 ? `for ${text} or longer` : `for ${text}` };
}

/**
 * Returns a CSS gradient that draws the strip to scale (FLEET-13); `colorOf` returns the colour of a state.
 */
export function stripGradient(parts: readonly StripPart[], colorOf: (status: number | null) => string): string {
  const stops = parts.map(({ status, start, width }) => `${colorOf(status)} ${start.toFixed(3)}% ${(start + width).toFixed(3)}%`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** Returns a duration such as '2 d 4 h', '3 h 12 min' or '45 s'. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
