import { receiverStatuses } from '../entities/receiver.ts';

/** When a receiver came to a state, ms since the epoch; it lasts until the next begins, the last to now. */
export type StateStart = { status: number; from: number };

/** How far back the strip of a receiver goes, in ms. */
export const stripMs = 7 * 24 * 3_600_000;

/** The host cuts what it sends at its own clock: so much before that is no time of which nothing is known. */
const edgeMs = 60_000;

/** A receiver that changes all the time: older states of the week are left out. */
const maxStarts = 1_000;

/**
 * The states with one that is reported now: one that goes on, and one older than what is known, change
 * nothing (RX-13); what ended before the strip begins goes.
 */
export function startsWith(starts: readonly StateStart[], { status, from }: StateStart): readonly StateStart[] {
  const last = starts.at(-1);
  if (last !== undefined && (from <= last.from || last.status === status)) return starts;
  const begin = from - stripMs;
  const kept = starts.filter((_, at) => (starts[at + 1]?.from ?? Infinity) > begin);
  return [...kept, { status, from }].slice(-maxStarts);
}

/** A part of a strip: from where, and how wide, in percent of it. */
export type StripPart = { status: number | null; from: number; to: number; start: number; width: number };

/**
 * The parts of a strip of the 7 days before `now`, in order and within it; null as a status where nothing is
 * known. A state that was reported a moment after `now` was read ends the strip, without width.
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

/** How much of what is known of a strip was online, in whole percent rounded down; null for nothing known. */
export function onlinePercent(parts: readonly StripPart[]): number | null {
  const timeOf = (some: readonly StripPart[]): number => some.reduce((sum, { from, to }) => sum + to - from, 0);
  const known = parts.filter(({ status }) => status !== null);
  const all = timeOf(known);
  return all === 0 ? null : Math.floor((timeOf(known.filter(({ status }) => status === receiverStatuses.online)) * 100) / all);
}

/**
 * The state in which a strip ends, and for how long it goes on: what has just begun is too narrow to be seen
 * (FLEET-13). Null where nothing is known.
 */
export function presentSpan(parts: readonly StripPart[]): { status: number; text: string } | null {
  const last = parts.at(-1);
  if (last === undefined || last.status === null) return null;
  const ms = last.to - last.from;
  const text = ms < 60_000 ? 'less than 1 min' : durationText(ms);
  return { status: last.status, text: parts.length === 1 ? `for ${text} or longer` : `for ${text}` };
}

/** A strip to scale (FLEET-13), as a CSS gradient; `colorOf` names the colour of a state. */
export function stripGradient(parts: readonly StripPart[], colorOf: (status: number | null) => string): string {
  const stops = parts.map(({ status, start, width }) => `${colorOf(status)} ${start.toFixed(3)}% ${(start + width).toFixed(3)}%`);
  return `linear-gradient(to right, ${stops.join(', ')})`;
}

/** '2 d 4 h', '3 h 12 min', '45 s' */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
