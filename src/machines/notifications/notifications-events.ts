/** What a person does with the notifications, and what the journal reports. */
export type NotificationsEvent =
  | { type: 'notifications.open' }
  | { type: 'notifications.close' }
  /** What was opened shows the alarms, or shows them no more. */
  | { type: 'notifications.shown' }
  | { type: 'notifications.hidden' }
  /**
   * The newest of the alarms that the person has not seen is another one, null when all are seen; or the last
   * one seen is, null where none is kept.
   */
  | { type: 'unseen.changed'; upTo: number | null; lastSeen: number | null };
