import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '../../domain/mail/mail-body.ts';
import { newestMails, type OutboxRow } from '../../platform/store/accounts/outbox.ts';
import type { Db } from '../../platform/store/database.ts';

const shown = 100;

/**
 * Shows the newest mails of the outbox, as a page and as JSON, to people who try out the product (MAIL-7).
 * Mails hold secrets, so only a demo host that no other machine can reach has this route.
 */
export function outboxPage(database: Db): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    });
    app.get('/dev/outbox', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page(await newestMails(database, shown))),
    );
    app.get('/dev/outbox.json', async () => ({ mails: (await newestMails(database, shown)).map(entryOf) }));
  };
}

function entryOf(mail: OutboxRow) {
  const { id, kind, state, attempts, recipient, subject } = mail;
  return {
    id,
    kind,
    state,
    attempts,
    recipient,
    subject,
    text: mail.body_text,
    html: mail.body_html,
    messageId: mail.message_id,
    unsubscribeUrl: mail.unsubscribe_url,
    createdAt: mail.created_at.getTime(),
    sentAt: mail.sent_at?.getTime() ?? null,
    lastError: mail.last_error,
  };
}

/** Returns a page without style or script: the policy forbids both, and mails contain text from outside. */
function page(mails: readonly OutboxRow[]): string {
  const list = mails.length === 0 ? '<p>There is no mail yet.</p>' : mails.map(article).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Outbox</title></head><body>
<h1>Outbox</h1>
<p>The newest ${shown} mails. Only a demo on this machine shows them.</p>
${list}
</body></html>
`;
}

function article(mail: OutboxRow): string {
  const { id, state, attempts, recipient, subject, created_at, last_error, body_text, body_html } = mail;
  const facts = [
    ['To', recipient],
    ['State', `${state}, ${attempts} tries`],
    ['Posted', created_at.toISOString()],
    ['Last error', last_error ?? '–'],
  ] as const;
  const rows = facts.map(([label, value]) => `<tr><th align="left">${label}</th><td>${escapeHtml(value)}</td></tr>`);
  return `<article id="mail-${id}"><h2>${escapeHtml(subject)}</h2>
<table>${rows.join('')}</table>
<h3>Text</h3><pre>${escapeHtml(body_text)}</pre>
<h3>HTML</h3><pre>${escapeHtml(body_html ?? '–')}</pre></article>`;
}
