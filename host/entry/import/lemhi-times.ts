import { accepted, refused, type Result } from '#model/result.ts';
import { dateOf } from '../../domain/contacts/instant.ts';
import { wholeIn } from '../../platform/number-text.ts';

const secondsPerDay = 86_400;

/** Thousands of rows in a row are of one day and one receiver, whose name is then one text. */
export function onceInARow<T>(read: (text: string) => T): (text: string) => T {
  let last: { text: string; value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) };
    return last.value;
  };
}

/** The time that a receiver's clock showed, in ms as if it were UTC: its day, and the second of it. */
export function localMs(day: number | null, time: string): Result<number> {
  if (day === null) return refused('a date that does not exist');
  const second = wholeIn(time, 0, secondsPerDay - 1);
  return second === null ? refused('a time that is not a second of a day') : accepted(day + second * 1000);
}

/**
 * Midnight of 'DD/MM/YY' as if in UTC. Years from 70 are of the last century, as a clock that was never set
 * writes them.
 */
export function dayIn(text: string): number | null {
  const parts = /^(\d\d)\/(\d\d)\/(\d\d)$/.exec(text);
  if (parts === null) return null;
  const year = Number(parts[3]);
  return dateOf(year + (year < 70 ? 2000 : 1900), Number(parts[2]), Number(parts[1]));
}
