import * as v from 'valibot';
import { contactBounds, maxAntennas } from '../entities/contact.ts';

/**
 * The filter of Home's aggregate: its group sizes (codes, kHz) and past hours, null while a field is empty;
 * `code` and `freq` (MHz) limit it to one value, null for all; `ants` to some antennas, empty for all.
 */
export type AggregateFilter = {
  codes: number | null;
  khz: number | null;
  hours: number | null;
  code: number | null;
  freq: number | null;
  ants: readonly number[];
};

/** The initial filter (STAT-10). */
export const usualAggregate: WholeFilter = { codes: 20, khz: 5, hours: 3, code: null, freq: null, ants: [] };

const positive = 'Value must be a positive number';
const khzText = 'Value must be between 1 and 100kHz';
const whole = 'Value must be a whole number';
const hoursText = 'Value must be between 1 and 72 hours';
const codeText = 'Value must be at most 6553';
const { freq } = contactBounds;
const freqText = `Value must be between ${freq.min} and ${freq.max} MHz`;

/** The bounds of Home's filter dialog with their messages (STAT-10); the bounds of the call are wider. */
export const aggregateFilterSchema = v.object({
  codes: v.pipe(
    v.number(positive),
    v.minValue(1, positive),
    v.maxValue(1_000_000, 'Value must be at most 1,000,000'),
    v.integer(whole),
  ),
  khz: v.pipe(v.number(khzText), v.minValue(1, khzText), v.maxValue(100, khzText), v.integer(whole)),
  hours: v.pipe(v.number(hoursText), v.minValue(1, hoursText), v.maxValue(72, hoursText), v.integer(whole)),
  code: v.nullable(v.pipe(v.number(whole), v.minValue(0, positive), v.maxValue(6_553, codeText), v.integer(whole))),
  freq: v.nullable(v.pipe(v.number(freqText), v.minValue(freq.min, freqText), v.maxValue(freq.max, freqText))),
  ants: v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxAntennas))), v.readonly()),
});

export type WholeFilter = v.InferOutput<typeof aggregateFilterSchema>;

/** Returns a title such as 'Aggregated contacts of code 42 on antennas 1, 2, past hour'. */
export function aggregateTitle({ hours, code, freq, ants }: WholeFilter): string {
  const ofCode = code === null ? '' : ` of code ${code}`;
  const atFreq = freq === null ? '' : ` at ${freq.toFixed(3)} MHz`;
  const onAnts = ants.length === 0 ? '' : ` on ${ants.length === 1 ? 'antenna' : 'antennas'} ${ants.join(', ')}`;
  return `Aggregated contacts${ofCode}${atFreq}${onAnts}, past ${hours === 1 ? 'hour' : `${hours} hours`}`;
}
