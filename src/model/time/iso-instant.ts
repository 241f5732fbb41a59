import { parseISO } from 'date-fns';

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * The instant (ms since the epoch) of an ISO 8601 time with its offset; NaN for what does not read so or does
 * not exist (30 February).
 */
export function isoInstant(text: string): number {
  return pattern.test(text) ? parseISO(text).getTime() : Number.NaN;
}
