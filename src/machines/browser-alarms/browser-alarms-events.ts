import type { AlarmWish } from '../../model/alarms/browser-alarms.ts';
import type { Alarm } from '../../model/entities/alarm.ts';

/** What the person wants of this browser, and what it and the journal report. */
export type BrowserAlarmsEvent =
  | { type: 'wish.choose'; wish: AlarmWish }
  /** What this browser keeps, at first and when another page changed it; `isAllowed` null: it shows none. */
  | { type: 'wish.read'; wish: AlarmWish; isAllowed: boolean | null }
  /** No other page of this system shows alarms. */
  | { type: 'turn.come' }
  | { type: 'alarms.raised'; alarms: readonly Alarm[] };

/** What is sent to the actor that keeps the wish in this browser. */
export type WishCommand = { type: 'wish.keep'; wish: AlarmWish };

/** By which the actor is found: a type only, for the weight of the page's first part. */
export type BrowserAlarmsId = 'browserAlarms';
