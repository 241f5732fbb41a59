import * as v from 'valibot';
import { clocks, mostIntervals } from '../../entities/rhythm.ts';
import { fitsInterval, measuredText, secondsText, wrongIntervalText } from './measured-interval.ts';
import type { TransmitterRow } from './transmitter.ts';

/** So many contacts in a day should have made a run (DET-24). */
export const fewestUndetected = 20;

/** Of a transmitter so many of its newest contacts are measured, and so many transmitters are looked at. */
export const mostMeasured = { contacts: 300, transmitters: 50 } as const;

/** A contact, as an interval is measured by it: its receiver, its antenna and its time in ms. */
export type HeardAt = readonly [rxId: number, ant: number, ts: number];

/**
 * A transmitter that was heard in the past day, by that code and frequency (MHz), and not detected.
 * `measuredInterval` is in ms; null where its contacts have no common interval.
 */
export const undetectedSchema = v.object({
  TransmitterId: v.number(),
  codeNumber: v.number(),
  frequency: v.number(),
  contacts: v.number(),
  measuredInterval: v.nullable(v.number()),
});
export type Undetected = v.InferOutput<typeof undetectedSchema>;

/** A transmitter of the table, with what is said of it. */
export type TransmitterFound = TransmitterRow & { undetected: Undetected | undefined };

type Registered = Pick<TransmitterRow, 'id' | 'codeNumber' | 'frequency' | 'emitInterval' | 'emitIntervalVariance'>;

/** How far from a multiple of the interval a gap may be, as a part of the interval. */
const jitter = 0.02;
/** So many gaps have to agree, and so large a part of all. */
const fewestGaps = 5;
const leastAgreeing = 0.5;
/** Two decoders of one receiver may write one burst twice. */
const shortestGapMs = 300;

/** How exact these times are, in ms. */
function clockOf(heard: readonly HeardAt[]): number {
  return heard.every(([, , ts]) => ts % clocks.coarse === 0) ? clocks.coarse : clocks.fine;
}

/**
 * What is said of a transmitter that was not detected in a day in which it was heard so: nothing of a beeper,
 * of few contacts, and where any time fits (DET-8).
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
 * The interval of which most gaps between neighbouring contacts of an antenna are a multiple, in whole ms;
 * null where too few are.
 */
export function measuredOf(heard: readonly HeardAt[]): number | null {
  const clock = clockOf(heard);
  const gaps = gapsOf(heard);
  let best: { fits: number; interval: number } | null = null;
  for (const candidate of new Set(gaps)) {
    const alike = gaps.filter((gap) => Math.abs(gap - candidate) <= jitter * candidate + clock);
    const unit = alike.reduce((sum, gap) => sum + gap, 0) / alike.length;
    const tolerance = jitter * unit + clock;
    // Where a quarter of an interval on either side fits, half of any gaps do.
    if (alike.length < fewestGaps || 4 * tolerance > unit) continue;
    const fitting = gaps.filter((gap) => {
      const k = Math.round(gap / unit);
      return k >= 1 && k <= mostIntervals && Math.abs(gap - k * unit) <= tolerance;
    });
    const intervals = fitting.reduce((sum, gap) => sum + Math.round(gap / unit), 0);
    const interval = Math.round(fitting.reduce((sum, gap) => sum + gap, 0) / intervals);
    // Of two that fit as many gaps, the shorter one would be a part of the longer.
    if (best === null || fitting.length > best.fits || (fitting.length === best.fits && interval > best.interval))
      best = { fits: fitting.length, interval };
  }
  return best !== null && best.fits >= leastAgreeing * gaps.length ? best.interval : null;
}

/** The gaps between neighbouring contacts of an antenna, the shortest first. */
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
 * '30 contacts, no run: measured 7.171 s, registered 7.1 s', of a transmitter as it is registered now; null
 * where that was found of another code or frequency.
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
 * What is said of a transmitter's interval (DET-22, DET-24), and which one was measured (ms); null where
 * nothing is.
 */
export function intervalFinding(row: TransmitterFound): { text: string; measured: number | null } | null {
  const text = undetectedText(row.undetected, row);
  if (text !== null) return { text, measured: row.undetected?.measuredInterval ?? null };
  const wrong = wrongIntervalText(row);
  return wrong === null ? null : { text: wrong, measured: row.measuredInterval };
}
