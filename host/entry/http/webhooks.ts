import { randomUUID } from 'node:crypto';
import type { AccountStore } from '../../domain/accounts/account-store.ts';
import type { PostMail } from '../../domain/mail/post-mail.ts';
import { sendWebhook, type WebhookReach } from '../../domain/webhooks/send-webhook.ts';
import { testBody } from '../../domain/webhooks/webhook-body.ts';
import { invalidRequest, inTheWay, notAuthorized, notFound, tooManyRequests } from '../../platform/api-error.ts';
import { mailOf, wasMailedLately } from '../../platform/store/accounts/outbox.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import { type Database, type Db, inTransaction } from '../../platform/store/database.ts';
import { addWebhook, webhookOf } from '../../platform/store/fleet/webhooks.ts';
import type { Handlers } from './call-handlers.ts';
import { type Asking, consoleChange } from './console-change.ts';

export type WebhookParts = {
  database: Pick<Database, 'db' | 'pool'>;
  accounts: Pick<AccountStore, 'read'>;
  post: PostMail;
  reach: WebhookReach;
};

const testMailKind = 'alarm-test';
const testMailSeconds = 60;

/** Returns the handlers (CALL-3) for webhooks (ALM-16), and for tests of webhooks and mail. */
export function webhooks({ database, accounts, post, reach }: WebhookParts) {
  /** The systems with a test in progress. Each may have one at a time, so that tests cannot send in bulk. */
  const trying = new Set<string>();

  return {
    async getWebhook({ system }) {
      const found = await webhookOf(database, system.mitasId);
      if (found === undefined) return { webhook: null };
      const { url, set_at, last_sent_at, failing_since, last_failure } = found;
      const failing = failing_since === null ? null : { since: failing_since.getTime(), reason: last_failure ?? '' };
      const lastSentAt = last_sent_at?.getTime() ?? null;
      return { webhook: { server: new URL(url).host, setAt: set_at.getTime(), lastSentAt, failing } };
    },

    async setWebhook(call) {
      const { url, secret } = call.body;
      if (!URL.canParse(url)) throw invalidRequest('This is no address', 'url');
      return changeWebhook(database, call, (within) => addWebhook(within, { system_id: call.system.mitasId, url, secret }));
    },

    removeWebhook: (call) => changeWebhook(database, call, () => Promise.resolve(null)),

    async testWebhook({ system: { mitasId } }) {
      const [webhook, found] = [await webhookOf(database, mitasId), await findSystem(database, mitasId)];
      if (webhook === undefined || found === undefined) throw notFound('There is no webhook to try');
      if (trying.has(mitasId)) throw inTheWay('A test is under way already');
      trying.add(mitasId);
      try {
        const event = randomUUID();
        const body = testBody({ mitasId, commonName: found.common_name }, event);
        const outcome = await sendWebhook({ ...webhook, event, body }, reach);
        if (outcome.ok) return { taken: true, status: outcome.value, reason: null };
        return { taken: false, status: outcome.reason.status, reason: outcome.reason.why };
      } finally {
        trying.delete(mitasId);
      }
    },

    async sendTestMail({ caller, system: { mitasId } }) {
      const { email } = await accounts.read(caller.userId);
      const found = await findSystem(database, mitasId);
      if (found === undefined) throw notAuthorized();
      const { common_name: name } = found;
      return inTransaction(database, async (within) => {
        if (await wasMailedLately(within, email, testMailKind, testMailSeconds)) throw tooManyRequests(testMailSeconds);
        const paragraph = `This is a test of how the alarms of ${name} reach you. Nothing has happened.`;
        const body = [{ paragraph }];
        const [id] = await post(within, { to: email, systemId: mitasId, kind: testMailKind, subject: `${name}: test`, body });
        const state = id === undefined ? undefined : (await mailOf(within, id))?.state;
        if (state === 'waiting') return { message: `A test is on its way to ${email}.` };
        return {
          message: state === 'kept' ? 'This host has no mail server: it sends no mail.' : `No mail can be sent to ${email}.`,
        };
      });
    },
  } satisfies Partial<Handlers>;
}

/** Sets or removes a system's webhook. The recorded change does not contain the secret (ALM-16). */
async function changeWebhook(
  database: WebhookParts['database'],
  call: Asking & { system: { mitasId: string } },
  next: (within: Db) => Promise<number | null>,
) {
  const found = await findSystem(database, call.system.mitasId);
  if (found === undefined) throw notAuthorized();
  const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
    await writer.lock('system', [found.number]);
    await writer.edit('system.webhookChanged', found.number, { webhook: await next(writer) });
  });
  return done;
}
