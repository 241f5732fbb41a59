import * as v from 'valibot';
import { administrator, viewer } from '../entities/role.ts';
import { addressPattern, addressText, longestAddress, secretLengths } from '../entities/webhook.ts';
import { calls } from './call.ts';
import { storable } from '../fields/fields.ts';
import { changedReply } from './edit-call.ts';

/** The address of a webhook: https, without a user name and password before the server. */
// We set the text ourselves: the library's would repeat the address, which may contain a secret.
export const webhookUrl = v.pipe(v.string(), v.maxLength(longestAddress), v.regex(addressPattern, addressText), storable);
export const webhookSecret = v.pipe(v.string(), v.minLength(secretLengths.least), v.maxLength(secretLengths.most), storable);

/**
 * What the host reveals of a webhook: of its address only the server, and no secret (ALM-16). Times in ms.
 */
export const webhookSchema = v.object({
  server: v.string(),
  setAt: v.number(),
  lastSentAt: v.nullable(v.number()),
  failing: v.nullable(v.object({ since: v.number(), reason: v.string() })),
});
export type WebhookStatus = v.InferOutput<typeof webhookSchema>;

/** The result of a test: whether it was accepted, the status if there was an answer, and why it failed. */
const webhookTrial = v.object({ taken: v.boolean(), status: v.nullable(v.number()), reason: v.nullable(v.string()) });
export type WebhookTrial = v.InferOutput<typeof webhookTrial>;

/** CALL-3: where a system's alarms are sent besides email, and tests of that and of email. */
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
