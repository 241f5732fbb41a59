import type { Receiver } from '../entities/receiver.ts';
import type { TimeText } from '../time/time-text.ts';

/** Returns the end of a receiver's snooze, ms since the epoch; null if it is not snoozed at `now`. */
export function snoozedUntil({ snoozeUntil = null }: Pick<Receiver, 'snoozeUntil'>, now: number): number | null {
  return snoozeUntil !== null && snoozeUntil > now ? snoozeUntil : null;
}

/** Returns text such as 'Snoozed until 2026-11-24 07:00 MST'. */
export function snoozedText(until: number, times: Pick<TimeText, 'stamp' | 'zone'>): string {
  return `Snoozed until ${times.stamp(until).slice(0, 16)} ${times.zone(until)}`;
}
