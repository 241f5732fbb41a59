import { accepted, refused, type Result } from '#model/result.ts';
import { dateOf } from '../../domain/contacts/instant.ts';
import { wholeIn } from '../../platform/number-text.ts';

const secondsPerDay = 86_400;

/**
 * Returns `read` with a memory for its last text: thousands of consecutive rows have the same day and
 * receiver.
 */
export function onceInARow<T>(read: (text: string) => T): (text: string) => T {
  let last: { text: string; value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
}

/** Returns the local time of a receiver, from its day and second of the day, in ms as if it were UTC. */
export function localMs(day: number | null, time: string): Result<number> {
  if (day === null) return refused('a date that does not exist');
  const second = wholeIn(time, 0, secondsPerDay - 1);
  return second === null ? refused('a time that is not a second of a day') : accepted(day + second * 1000);
}

/**
 * Returns midnight of 'DD/MM/YY' (ms as if UTC), or null for other text. Years from 70 on are in the last
 * century: clocks that were never set write them.
 */
export function dayIn(text: string): number | null {
  const parts = /^(\d\d)\/(\d\d)\/(\d\d)$/.exec(text);
  if (parts === null) return null;
  const year = Number(parts[3]);
  return dateOf(year + (year < 70 ? 2000 : 1900), Number(parts[2]), Number(parts[1]));
}
