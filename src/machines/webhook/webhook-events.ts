/** What is heard of a webhook: who may know of it, and that it is another. */
export type WebhookUpdate = { type: 'webhook.changed' } | { type: 'webhook.withheld' };

/** What an administrator does with the webhook of a system. */
export type WebhookEvent =
  | { type: 'webhook.edit' }
  /** The only place of address and secret: neither is kept (ALM-16). */
  | { type: 'webhook.save'; url: string; secret: string }
  | { type: 'webhook.cancel' }
  | { type: 'webhook.test' }
  | { type: 'webhook.remove' }
  | { type: 'webhook.retry' }
  | WebhookUpdate;
