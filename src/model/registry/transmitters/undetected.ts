import * as v from 'valibot';
import { clocks, mostIntervals } from '../../entities/rhythm.ts';
import { fitsInterval, measuredText, secondsText, wrongIntervalText } from './measured-interval.ts';
import type { TransmitterRow } from './transmitter.ts';

/** A transmitter with at least this many contacts in a day should have made a run (DET-24). */
export const fewestUndetected = 20;

/** How many of a transmitter's newest contacts are measured, and how many transmitters are checked. */
export const mostMeasured = { contacts: 300, transmitters: 50 } as const;

/** A contact, reduced to what the measurement needs: receiver, antenna, and time in ms. */
export type HeardAt = readonly [rxId: number, ant: number, ts: number];

/**
 * A transmitter that was heard in the past day, with this code and frequency (MHz), but not detected.
 * `measuredInterval` in ms is null if its contacts have no common interval.
 */
export const undetectedSchema = v.object({
  TransmitterId: v.number(),
  codeNumber: v.number(),
  frequency: v.number(),
  contacts: v.number(),
  measuredInterval: v.nullable(v.number()),
});
export type Undetected = v.InferOutput<typeof undetectedSchema>;

/** A transmitter in the table, with the finding about it, if any. */
export type TransmitterFound = TransmitterRow & { undetected: Undetected | undefined };

type Registered = Pick<TransmitterRow, 'id' | 'codeNumber' | 'frequency' | 'emitInterval' | 'emitIntervalVariance'>;

/** How far a gap may differ from a multiple of the interval, as a fraction of the interval. */
const jitter = 0.02;
/** How many gaps must agree, and what share of all gaps. */
const fewestGaps = 5;
const leastAgreeing = 0.5;
/** Two decoders of one receiver may report the same burst, so shorter gaps are ignored. */
const shortestGapMs = 300;

/** Returns the resolution of these times, in ms. */
function clockOf(heard: readonly HeardAt[]): number {
  return heard.every(([, , ts]) => ts % clocks.coarse === 0) ? clocks.coarse : clocks.fine;
}

/**
 * Returns the finding about a transmitter that was heard but not detected in a day. Null for beepers, for few
 * contacts, and if the tolerance accepts any time (DET-8).
 */
export function undetectedOf(
  { id, codeNumber, frequency, emitInterval, emitIntervalVariance }: Registered,
  { contacts, heard }: { contacts: number; heard: readonly HeardAt[] },
  intervalToleranceMultiplier: number,
): Undetected | null {
  if (codeNumber === null || contacts < fewestUndetected) return null;
  const slack = 2 * emitIntervalVariance * intervalToleranceMultiplier;
  if (2 * (slack + clockOf(heard)) >= emitInterval) return null;
  return { TransmitterId: id, codeNumber, frequency, contacts, measuredInterval: measuredOf(heard) };
}

/**
 * Returns the interval, in whole ms, of which most gaps between neighbouring contacts of an antenna are a
 * multiple; null if too few are.
 */
export function measuredOf(heard: readonly HeardAt[]): number | null {
  const clock = clockOf(heard);
  const gaps = gapsOf(heard);
  let best: { fits: number; interval: number } | null = null;
  for (const candidate of new Set(gaps)) {
    const alike = gaps.filter((gap) => Math.abs(gap - candidate) <= jitter * candidate + clock);
    const unit = alike.reduce((sum, gap) => sum + gap, 0) / alike.length;
    const tolerance = jitter * unit + clock;
    // Skip a tolerance of more than a quarter of the interval: at least half of all random gaps would fit it.
    if (alike.length < fewestGaps || 4 * tolerance > unit) continue;
    const fitting = gaps.filter((gap) => {
      const k = Math.round(gap / unit);
      return k >= 1 && k <= mostIntervals && Math.abs(gap - k * unit) <= tolerance;
    });
    const intervals = fitting.reduce((sum, gap) => sum + Math.round(gap / unit), 0);
    const interval = Math.round(fitting.reduce((sum, gap) => sum + gap, 0) / intervals);
    // Of two intervals that equally many gaps fit, take the longer one: the shorter is probably a fraction of
    // it.
    if (best === null || fitting.length > best.fits || (fitting.length === best.fits && interval > best.interval))
      best = { fits: fitting.length, interval };
  }
  return best !== null && best.fits >= leastAgreeing * gaps.length ? best.interval : null;
}

/** Returns the gaps between neighbouring contacts of each antenna, the shortest first. */
function gapsOf(heard: readonly HeardAt[]): number[] {
  const gaps: number[] = [];
  for (const its of Map.groupBy(heard, ([rxId, ant]) => `${rxId}/${ant}`).values()) {
    let last = -Infinity;
    for (const [, , ts] of its.toSorted(([, , one], [, , other]) => one - other)) {
      if (ts - last < shortestGapMs) continue;
      if (Number.isFinite(last)) gaps.push(ts - last);
      last = ts;
    }
  }
  return gaps.toSorted((one, other) => one - other);
}

/**
 * Returns text such as '30 contacts, no run: measured 7.171 s, registered 7.1 s', with the current
 * registration. Null if there is no finding, or if it is about another code or frequency.
 */
export function undetectedText(found: Undetected | undefined, row: Registered): string | null {
  if (found === undefined || found.codeNumber !== row.codeNumber || found.frequency !== row.frequency) return null;
  const { contacts, measuredInterval: measured } = found;
  const what = `${contacts} contacts, no run`;
  if (measured === null) return `${what}: no regular interval, registered ${secondsText(row.emitInterval)} s`;
  if (fitsInterval(measured, { ...row, most: 1 })) return `${what}: measured ${secondsText(measured)} s, as registered`;
  return `${what}: ${measuredText(measured, row.emitInterval)}`;
}

/**
 * Returns the text about a transmitter's interval (DET-22, DET-24) and the measured interval (ms); null if
 * there is nothing to report.
 */
export function intervalFinding(row: TransmitterFound): { text: string; measured: number | null } | null {
  const text = undetectedText(row.undetected, row);
  if (text !== null) return { text, measured: row.undetected?.measuredInterval ?? null };
  const wrong = wrongIntervalText(row);
  return wrong === null ? null : { text: wrong, measured: row.measuredInterval };
}
