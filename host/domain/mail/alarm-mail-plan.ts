import type { AlarmMailWindow } from '../../platform/store/fleet/alarm-mails.ts';

/** MAIL-17: the most alarm emails that a person gets from a system within a window. */
const mostMails = 5;
const windowMs = 10 * 60_000;

/**
 * Decides how alarms that wait at `now` (ms) are sent: one by one, in a digest, or later. Also returns the
 * next window. The first alarm is always sent at once.
 */
export function planAlarmMails(
  before: AlarmMailWindow,
  waiting: number,
  now: number,
): { as: 'each' | 'digest' | 'later'; window: AlarmMailWindow } {
  const { since, mails } = before;
  // If the clock was set back, the window does not count.
  const isOpen = since !== null && now >= since && now - since < windowMs;
  const window = isOpen ? before : { since: now, mails: 0 };
  if (window.mails + waiting <= mostMails) return { as: 'each', window: { ...window, mails: window.mails + waiting } };
  if (isOpen && mails > 0) return { as: 'later', window };
  return { as: 'digest', window: { since: now, mails: mostMails } };
}
