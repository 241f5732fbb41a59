import type { WholeHours } from './settings-hours.ts';
import type { TagFields } from '../registry/tags/tag.ts';
import type { TransmitterRow } from '../registry/transmitters/transmitter.ts';

/** A request for the outdated hours of a transmitter (DET-23) within a time (ms); null for no bound. */
export type PastAsked = { TransmitterId: number; from: number | null; to: number | null };

/** The outdated hours of a transmitter; null if there are none. */
export type PastFound = { TransmitterId: number; hours: WholeHours | null };

/**
 * The fields of a transmitter that affect detections (DET-5, DET-6). The protocol is not among them, because
 * it only affects the code.
 */
const matchedBy = ['codeNumber', 'frequency', 'frequencyVariance', 'emitInterval', 'emitIntervalVariance'] as const;
type MatchedBy = Pick<TransmitterRow, (typeof matchedBy)[number]>;

/**
 * Returns the past time that an edit of a transmitter affects: all of it, or null if no field that affects
 * detections changed. `before` is undefined for a new transmitter.
 */
export function pastOfTransmitter(id: number, before: MatchedBy | undefined, after: MatchedBy): PastAsked | null {
  const isSame = before !== undefined && matchedBy.every((field) => before[field] === after[field]);
  return isSame ? null : { TransmitterId: id, from: null, to: null };
}

type Carried = Pick<TagFields, 'TransmitterId' | 'releaseTime' | 'retrieveTime'>;

/**
 * Returns the past time that an edit of a tag affects: the time that the tag covers now but did not cover
 * before; null if there is none. Reprocessing is needed only for hours in it that were computed without the
 * current values of the transmitter, because detections do not depend on the times of tags (REG-25).
 */
export function pastOfTag(before: Carried | undefined, after: Carried): PastAsked | null {
  const { TransmitterId } = after;
  const [now, then] = [spanOf(after), before === undefined ? null : spanOf(before)];
  const added =
    then === null || before?.TransmitterId !== TransmitterId
      ? [now]
      : [
          { from: now.from, to: Math.min(then.from, now.to) },
          { from: Math.max(then.to, now.from), to: now.to },
        ].filter(({ from, to }) => from < to);
  if (added.length === 0) return null;
  const [from, to] = [Math.min(...added.map((each) => each.from)), Math.max(...added.map((each) => each.to))];
  return { TransmitterId, from: Number.isFinite(from) ? from : null, to: Number.isFinite(to) ? to : null };
}

function spanOf({ releaseTime, retrieveTime }: Carried): WholeHours {
  const at = (time: string | null, none: number): number => (time === null ? none : Date.parse(`${time.replace(' ', 'T')}Z`));
  return { from: at(releaseTime, -Infinity), to: at(retrieveTime, Infinity) };
}

/** Returns the time from the first to the last outdated hour of all transmitters; null if there are none. */
export function pastSpan(found: readonly PastFound[]): WholeHours | null {
  const spans = found.flatMap(({ hours }) => hours ?? []);
  if (spans.length === 0) return null;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

/** Returns the known results together with those of a reply. Each transmitter has only its newest result. */
export function withFound(known: readonly PastFound[], found: readonly PastFound[]): readonly PastFound[] {
  const ids = new Set(found.map(({ TransmitterId }) => TransmitterId));
  return [...known.filter(({ TransmitterId }) => !ids.has(TransmitterId)), ...found];
}
