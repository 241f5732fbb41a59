/** What a person does with the notifications, and what the journal reports. */
export type NotificationsEvent =
  | { type: 'notifications.open' }
  | { type: 'notifications.close' }
  /** The newest of the alarms that the person has not seen is another one; null when all are seen. */
  | { type: 'unseen.changed'; upTo: number | null };
