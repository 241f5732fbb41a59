import * as v from 'valibot';
import { administrator, viewer } from '../entities/role.ts';
import { addressPattern, addressText, longestAddress, secretLengths } from '../entities/webhook.ts';
import { calls } from './call.ts';
import { storable } from '../fields/fields.ts';
import { changedReply } from './edit-call.ts';

/** The address of a webhook: https, without a user name and password before the server. */
// The library's error text would repeat the address, which may contain a secret, so we set our own.
export const webhookUrl = v.pipe(v.string(), v.maxLength(longestAddress), v.regex(addressPattern, addressText), storable);
export const webhookSecret = v.pipe(v.string(), v.minLength(secretLengths.least), v.maxLength(secretLengths.most), storable);

/**
 * What the host reveals of a webhook: only the server of its address, and no secret (ALM-16). Times are in ms
 * since 1970.
 */
export const webhookSchema = v.object({
  server: v.string(),
  setAt: v.number(),
  lastSentAt: v.nullable(v.number()),
  failing: v.nullable(v.object({ since: v.number(), reason: v.string() })),
});
export type WebhookStatus = v.InferOutput<typeof webhookSchema>;

/**
 * The result of a test: whether the server accepted it (`taken`), the HTTP status if it answered, and why the
 * test failed.
 */
const webhookTrial = v.object({ taken: v.boolean(), status: v.nullable(v.number()), reason: v.nullable(v.string()) });
export type WebhookTrial = v.InferOutput<typeof webhookTrial>;

/** CALL-3: the webhook that receives a system's alarms, and tests of the webhook and of alarm emails. */
export const webhookCalls = calls({
  getWebhook: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/webhook',
    access: { role: administrator },
    reply: v.object({ webhook: v.nullable(webhookSchema) }),
  },
  setWebhook: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/webhook',
    access: { role: administrator },
    body: v.object({ url: webhookUrl, secret: webhookSecret }),
    changes: true,
    reply: changedReply,
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/webhook',
    access: { role: administrator },
    changes: true,
    reply: changedReply,
  },
  testWebhook: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/webhook/test',
    access: { role: administrator },
    reply: webhookTrial,
  },
  sendTestMail: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/alarms/test-mail',
    access: { role: viewer },
    reply: v.object({ message: v.string() }),
  },
});
