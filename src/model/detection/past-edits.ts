import type { WholeHours } from './settings-hours.ts';
import type { TagFields } from '../registry/tags/tag.ts';
import type { TransmitterRow } from '../registry/transmitters/transmitter.ts';

/** Of which transmitter past hours are asked for (DET-23), and of what time (ms); null for no bound. */
export type PastAsked = { TransmitterId: number; from: number | null; to: number | null };

/** What was found of a transmitter; null where no hour is out of date. */
export type PastFound = { TransmitterId: number; hours: WholeHours | null };

/** What detections are found by (DET-5, DET-6). A protocol decides on nothing but the code. */
const soughtBy = ['codeNumber', 'frequency', 'frequencyVariance', 'emitInterval', 'emitIntervalVariance'] as const;
type Sought = Pick<TransmitterRow, (typeof soughtBy)[number]>;

/** What an edit of a transmitter may matter to: all of its past; `before` is undefined for a new one. */
export function pastOfTransmitter(id: number, before: Sought | undefined, after: Sought): PastAsked | null {
  const isSame = before !== undefined && soughtBy.every((field) => before[field] === after[field]);
  return isSame ? null : { TransmitterId: id, from: null, to: null };
}

type Carried = Pick<TagFields, 'TransmitterId' | 'releaseTime' | 'retrieveTime'>;

/**
 * What an edit of a tag may matter to: the time that it has more than `before`. Its transmitter is followed
 * whatever its times, so only hours from before that was known as it is now are out of date (REG-25).
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

/** From the first to the last hour that is out of date of any transmitter; null where there is none. */
export function pastSpan(found: readonly PastFound[]): WholeHours | null {
  const spans = found.flatMap(({ hours }) => hours ?? []);
  if (spans.length === 0) return null;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

/** What is known after an answer: of each transmitter the newest. */
export function withFound(known: readonly PastFound[], found: readonly PastFound[]): readonly PastFound[] {
  const ids = new Set(found.map(({ TransmitterId }) => TransmitterId));
  return [...known.filter(({ TransmitterId }) => !ids.has(TransmitterId)), ...found];
}
