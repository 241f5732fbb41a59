import type { SnoozeChoice } from '../../model/alarms/snooze.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';

/**
 * The receivers to snooze or to end snoozing. `now` returns the host's time, ms since the epoch; `hasExpired`
 * says whether the system has expired.
 */
export type SnoozeInput = {
  mitasId: string;
  receivers: readonly NamedReceiver[];
  times: TimeText;
  now: () => number;
  hasExpired: () => boolean;
};

export type SnoozeContext = SnoozeInput & {
  choice: SnoozeChoice;
  /** The chosen date and time, ms since the epoch. */
  date: number | null;
  /** The end of the snooze, ms since the epoch; null until checked, or if it is invalid. */
  until: number | null;
  /** Why the chosen end is invalid. */
  trouble: string | null;
};

export type SnoozeEvent =
  | { type: 'snooze.choose'; choice: SnoozeChoice }
  | { type: 'snooze.date'; date: number | null }
  | { type: 'snooze.set' }
  /** Ends the snooze. */
  | { type: 'snooze.end' }
  | { type: 'snooze.cancel' };
