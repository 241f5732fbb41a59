/** Events of the notifications, from the person and the journal. */
export type NotificationsEvent =
  | { type: 'notifications.open' }
  | { type: 'notifications.close' }
  /** The open menu shows its alarms, or no longer does. */
  | { type: 'notifications.shown' }
  | { type: 'notifications.hidden' }
  /** The newest unseen alarm (null: all are seen) or the last seen one (null: none) has changed. */
  | { type: 'unseen.changed'; upTo: number | null; lastSeen: number | null };
