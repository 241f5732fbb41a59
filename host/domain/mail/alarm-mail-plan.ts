import type { AlarmMailWindow } from '../../platform/store/fleet/alarm-mails.ts';

/** MAIL-17: so many mails of alarms a person gets of a system in the time of a window. */
const mostMails = 5;
const windowMs = 10 * 60_000;

/**
 * How alarms that wait at `now` (ms) are mailed: each by itself, all in one digest, or later; and the window
 * after that. Nobody waits for the first word of what happens.
 */
export function planAlarmMails(
  before: AlarmMailWindow,
  waiting: number,
  now: number,
): { as: 'each' | 'digest' | 'later'; window: AlarmMailWindow } {
  const { since, mails } = before;
  // A clock that was set back must not make anybody wait for it.
  const isOpen = since !== null && now >= since && now - since < windowMs;
  const window = isOpen ? before : { since: now, mails: 0 };
  if (window.mails + waiting <= mostMails) return { as: 'each', window: { ...window, mails: window.mails + waiting } };
  if (isOpen && mails > 0) return { as: 'later', window };
  return { as: 'digest', window: { since: now, mails: mostMails } };
}
