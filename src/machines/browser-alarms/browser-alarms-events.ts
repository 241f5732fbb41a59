import type { AlarmWish } from '../../model/alarms/browser-alarms.ts';
import type { Alarm } from '../../model/entities/alarm.ts';

/** The events of browser notifications, from the person, the browser and the journal. */
export type BrowserAlarmsEvent =
  | { type: 'wish.choose'; wish: AlarmWish }
  /**
   * The stored choice, at first and when another page changes it; `isAllowed` is null if the browser cannot
   * show notifications.
   */
  | { type: 'wish.read'; wish: AlarmWish; isAllowed: boolean | null }
  /** It is this page's turn: no other page of this system shows notifications. */
  | { type: 'turn.come' }
  | { type: 'alarms.raised'; alarms: readonly Alarm[] };

/** The command to the actor that stores the choice in this browser. */
export type WishCommand = { type: 'wish.keep'; wish: AlarmWish };

/** The actor's id. Only a type, so that the page's first chunk does not include the machine. */
export type BrowserAlarmsId = 'browserAlarms';
