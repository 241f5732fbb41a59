import type { Generated } from 'kysely';
import type { DefaultTimestamp, NullableTimestamp } from './column-types.ts';

/** Where a system's alarms are sent; never changed, only followed by another. */
export type WebhookTable = {
  id: Generated<number>;
  system_id: string;
  /** It may hold a secret itself: who has it may post. */
  url: string;
  secret: string;
  set_at: DefaultTimestamp;
  failing_since: NullableTimestamp;
  last_failure: string | null;
  last_sent_at: NullableTimestamp;
  /** Since when no system names it. */
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
