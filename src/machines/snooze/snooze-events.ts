import type { SnoozeChoice } from '../../model/alarms/snooze.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';

/**
 * The receivers that are to be snoozed, or not any more. `now` returns ms since the epoch by the host's
 * clock; `hasExpired` says whether the system has by then.
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
  /** The date and time that were chosen, ms since the epoch. */
  date: number | null;
  /** When it is to end, ms since the epoch; null before that is judged, or where it may not. */
  until: number | null;
  /** Why what was chosen is no end of a snooze. */
  trouble: string | null;
};

export type SnoozeEvent =
  | { type: 'snooze.choose'; choice: SnoozeChoice }
  | { type: 'snooze.date'; date: number | null }
  | { type: 'snooze.set' }
  /** They are to be heard again. */
  | { type: 'snooze.end' }
  | { type: 'snooze.cancel' };
