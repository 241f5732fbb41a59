import { maxSnoozeDays } from '../entities/alarm.ts';
import type { TimeText } from '../time/time-text.ts';
import { accepted, refused, type Result } from '../result.ts';
import { instantAt } from '../time/wall-time.ts';

/** The durations that a snooze offers (ALM-12). */
export type SnoozeChoice = 'hour' | 'hours' | 'morning' | 'week' | 'date';

export const snoozeChoices: readonly { id: SnoozeChoice; name: string }[] = [
  { id: 'hour', name: '1 hour' },
  { id: 'hours', name: '8 hours' },
  { id: 'morning', name: 'Until tomorrow 07:00' },
  { id: 'week', name: '7 days' },
  { id: 'date', name: 'Until a date and time' },
];

const hour = 3_600_000;
const day = 24 * hour;
const lengths = { hour, hours: 8 * hour, week: 7 * day } as const;

/**
 * Returns when a snooze chosen at `now` ends (ms since the epoch), or why it is refused. `date` is the time
 * chosen for 'date'; `now` is the time of the host's clock. 'morning' ends at 07:00 on the next day in the
 * system's timezone.
 */
export function snoozeEnd(
  choice: SnoozeChoice,
  { date, now, times }: { date: number | null; now: number; times: Pick<TimeText, 'offsetMinutes'> },
): Result<number> {
  if (choice === 'morning') {
    const today = Math.floor((now + times.offsetMinutes(now) * 60_000) / day) * day;
    return accepted(instantAt(today + day + 7 * hour, times));
  }
  if (choice !== 'date') return accepted(now + lengths[choice]);
  if (date === null) return refused('Choose a date and a time');
  if (date <= now) return refused('That time has passed. Choose a later one');
  if (date > now + maxSnoozeDays * day) return refused(`A snooze lasts at most ${maxSnoozeDays} days`);
  return accepted(date);
}
