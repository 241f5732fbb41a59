import * as v from 'valibot';

/** What Home's aggregate puts together: so many codes, kHz and past hours; null while a field is empty. */
export type AggregateFilter = { codes: number | null; khz: number | null; hours: number | null };

/** What it is at first (STAT-10). */
export const usualAggregate = { codes: 20, khz: 5, hours: 3 } as const satisfies AggregateFilter;

const positive = 'Value must be a positive number';
const khzText = 'Value must be between 1 and 100kHz';
const whole = 'Value must be a whole number';
const hoursText = 'Value must be between 1 and 72 hours';

/** The bounds of Home's filter dialog, in its own words (STAT-10); those of the call hold above them. */
export const aggregateFilterSchema = v.object({
  codes: v.pipe(
    v.number(positive),
    v.minValue(1, positive),
    v.maxValue(1_000_000, 'Value must be at most 1,000,000'),
    v.integer(whole),
  ),
  khz: v.pipe(v.number(khzText), v.minValue(1, khzText), v.maxValue(100, khzText), v.integer(whole)),
  hours: v.pipe(v.number(hoursText), v.minValue(1, hoursText), v.maxValue(72, hoursText), v.integer(whole)),
});

export type WholeFilter = v.InferOutput<typeof aggregateFilterSchema>;

/** 'Aggregated contacts, past 3 hours' */
export function aggregateTitle({ hours }: WholeFilter): string {
  return `Aggregated contacts, past ${hours === 1 ? 'hour' : `${hours} hours`}`;
}
