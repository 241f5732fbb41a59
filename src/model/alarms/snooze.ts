import { fromAbsolute } from '@internationalized/date';
import { maxSnoozeDays } from '../entities/alarm.ts';
import { accepted, refused, type Result } from '../result.ts';

/** How long a snooze may be asked to last (ALM-12). */
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
 * When a snooze that is chosen now ends, in ms since the epoch, or why there is none: `date` is what was
 * chosen of 'date'. `now` by the host's clock; tomorrow is the next day of the system's timezone.
 */
export function snoozeEnd(
  choice: SnoozeChoice,
  { date, now, timezone }: { date: number | null; now: number; timezone: string },
): Result<number> {
  if (choice === 'morning') {
    const morning = fromAbsolute(now, timezone).add({ days: 1 }).set({ hour: 7, minute: 0, second: 0, millisecond: 0 });
    return accepted(morning.toDate().getTime());
  }
  if (choice !== 'date') return accepted(now + lengths[choice]);
  if (date === null) return refused('Choose a date and a time');
  if (date <= now) return refused('That time is over: choose one that lies ahead');
  if (date > now + maxSnoozeDays * day) return refused(`A snooze lasts for ${maxSnoozeDays} days at the most`);
  return accepted(date);
}
