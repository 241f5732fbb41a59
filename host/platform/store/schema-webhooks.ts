import type { Generated } from 'kysely';
import type { DefaultTimestamp, NullableTimestamp } from './column-types.ts';

/** A webhook for a system's alarms. It is never changed, only replaced. */
export type WebhookTable = {
  id: Generated<number>;
  system_id: string;
  /** The url may itself be a secret, because whoever knows it can post. */
  url: string;
  secret: string;
  set_at: DefaultTimestamp;
  failing_since: NullableTimestamp;
  last_failure: string | null;
  last_sent_at: NullableTimestamp;
  /** When the last system stopped using this webhook. */
  left_at: NullableTimestamp;
};

export type WebhookMessageTable = {
  id: string;
  system_id: string;
  body: string;
  state: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  last_failure: string | null;
  created_at: DefaultTimestamp;
  sent_at: NullableTimestamp;
};

export type WebhookTables = { webhooks: WebhookTable; webhook_messages: WebhookMessageTable };
