/** The webhook changed, or may no longer be shown. */
export type WebhookUpdate = { type: 'webhook.changed' } | { type: 'webhook.withheld' };

/** An administrator's actions on the system's webhook. */
export type WebhookEvent =
  | { type: 'webhook.edit' }
  /** Only this event contains address and secret; neither is kept (ALM-16). */
  | { type: 'webhook.save'; url: string; secret: string }
  | { type: 'webhook.cancel' }
  | { type: 'webhook.test' }
  | { type: 'webhook.remove' }
  | { type: 'webhook.retry' }
  | WebhookUpdate;
