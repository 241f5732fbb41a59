import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewer } from '#model/entities/role.ts';
import type { MailSubscription } from '#model/entities/mail-subscription.ts';
import { outboxPage } from '../../../../host/entry/http/outbox-page.ts';
import { type MailHost, outboxOf, someMail, startMailHost, testPageUrl } from '../../../support/mail-stage.ts';
import { addPerson, addSystem, startTestHost, type TestHost } from '../../../support/test-host.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const click = 'List-Unsubscribe=One-Click';

let host: TestHost;
let mail: MailHost;
let people = 0;
beforeAll(async () => {
  host = await startTestHost({ plugins: (database) => [outboxPage(database)] });
  mail = await startMailHost(host.database, {});
});
afterAll(async () => {
  await mail.close();
  await host.close();
});

/**
 * Adds a member of two systems and emails them for a subscription of the first; returns the email's token.
 */
async function subscriber(subscription: MailSubscription) {
  people += 1;
  const name = `person${people}`;
  const id = await addPerson(host, name);
  await addSystem(host, `${name}-a`, [[id, viewer]]);
  await addSystem(host, `${name}-b`, [[id, viewer]]);
  const to = `${name}@example.org`;
  const post = (systemId = `${name}-a`, kind: MailSubscription = subscription) =>
    mail.post(someMail(to, { systemId, subscription: kind }));
  await post();
  const posted = (await outboxOf(host.database))[to];
  const { origin, pathname, searchParams } = new URL(posted?.unsubscribe_url ?? '');
  expect(origin + pathname).toBe(`${testPageUrl}/unsubscribe`);
  const token = searchParams.get('token') ?? '';
  return { id, token, post, posted, other: `${name}-b` };
}
const open = (token: string) => host.browser().send('POST', '/api/public/unsubscribe', { body: { token } });
const oneClick = (query: string, body: string = click, headers: Record<string, string> = form) =>
  host.browser().send('POST', `/unsubscribe${query}`, { body, headers, csrf: 'none' });

describe('the link in a mail (MAIL-9)', () => {
  test.each(['alarms', 'reports', 'all'] as const)(
    'takes its reader off %s of that system, as often as it is opened',
    async (type) => {
      const { token, post, other } = await subscriber(type);
      expect((await open(token)).json).toEqual({ success: true, type, alreadyUnsubscribed: false });
      expect((await open(token)).json).toEqual({ success: true, type, alreadyUnsubscribed: true });
      expect(await post(), 'who is off it gets none').toEqual([]);
      expect(await post(other)).toHaveLength(1);
      const untouched = type === 'alarms' ? 'reports' : 'alarms';
      expect(await post(undefined, untouched)).toHaveLength(type === 'all' ? 0 : 1);
    },
  );

  test('works for who has come back to the subscription since', async () => {
    const { id, token } = await subscriber('alarms');
    await open(token);
    await sql`update memberships set email_alarms = true where user_id = ${id}`.execute(host.database.db);
    expect((await open(token)).json).toMatchObject({ alreadyUnsubscribed: false });
  });

  test('two at the same moment: one of them was first', async () => {
    const { token } = await subscriber('reports');
    const answers = await Promise.all([open(token), open(token)]);
    const before = answers.map(({ json }) => (json as { alreadyUnsubscribed: boolean }).alreadyUnsubscribed);
    expect(new Set(before)).toEqual(new Set([false, true]));
  });

  test('is refused when it is none, or past its time, and then swept away', async () => {
    const { id, token } = await subscriber('alarms');
    await sql`update account_tokens set expires_at = now() where user_id = ${id}`.execute(host.database.db);
    for (const wrong of [token, 'x'.repeat(43), '\u{1F985}'])
      expect(await open(wrong)).toMatchObject({
        status: 403,
        json: { error: { type: 'Forbidden', message: 'This unsubscribe link is invalid or has expired.' } },
      });
    expect((await open('')).status).toBe(400);
    expect(host.logged()).not.toContain(token);
  });

  test('keeps no token that could be read back', async () => {
    const { id, token } = await subscriber('alarms');
    const { rows } = await sql<{ row: string }>`
      select account_tokens::text as row from account_tokens where user_id = ${id}`.execute(host.database.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
  });
});

describe('one click in a mail program (MAIL-10)', () => {
  test.each([
    ['as a form', click, form],
    [
      'in parts',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ])('needs no login, no cookie and no csrf token: %s', async (_, body, headers) => {
    const { token, post } = await subscriber('alarms');
    const answer = await oneClick(`?token=${token}`, body, headers);
    expect([answer.status, answer.text]).toEqual([200, 'You have been unsubscribed.\n']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await post()).toEqual([]);
    expect((await oneClick(`?token=${token}`, body, headers)).status, 'a provider may ask twice').toBe(200);
  });

  test('takes nobody off by looking, or by anything but the form', async () => {
    const { token, post } = await subscriber('alarms');
    await host.browser().send('GET', `/unsubscribe?token=${token}`);
    await host.browser().send('HEAD', `/unsubscribe?token=${token}`);
    for (const body of ['', 'List-Unsubscribe=No', 'hello']) expect((await oneClick(`?token=${token}`, body)).status).toBe(400);
    expect((await oneClick(`?token=${token}`, 'x'.repeat(5_000))).status).toBe(413);
    expect((await oneClick('')).status).toBe(400);
    expect((await oneClick('?token=a&token=b')).status).toBe(400);
    expect(await post(), 'still subscribed').toHaveLength(1);
  });
});

describe('a mail of a subscription', () => {
  test('goes to members alone, whose system sends mail (MAIL-9)', async () => {
    const { post, other } = await subscriber('alarms');
    expect(await mail.post(someMail('stranger@example.org', { systemId: other, subscription: 'alarms' }))).toEqual([]);
    await host.database.db.transaction().execute(async (db) => {
      await sql`select set_config('console.writing', 'on', true)`.execute(db);
      await sql`update systems set emails_enabled = false where id = ${other}`.execute(db);
    });
    expect(await post(other)).toEqual([]);
  });

  test('carries the link; another mail has none (MAIL-10)', async () => {
    const { posted } = await subscriber('reports');
    expect(posted?.body_text).toContain(posted?.unsubscribe_url);
    expect(posted?.body_html).toContain('Unsubscribe</a>');
    await mail.post(someMail('plain@example.org'));
    expect((await outboxOf(host.database))['plain@example.org']).toMatchObject({ unsubscribe_url: null });
  });
});

describe('the outbox of a demo (MAIL-7)', () => {
  test('shows the newest mails to who tries the product, as text: nothing in it is let run', async () => {
    const subject = '<script>alert(1)</script> & "quotes"';
    await mail.post(someMail('page@example.org', { subject, body: [{ paragraph: '</pre><img src=x onerror=alert(1)>' }] }));
    const page = await host.browser().send('GET', '/dev/outbox');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toContain('page@example.org');
    expect(page.text).not.toMatch(/<script|<img/);
    const { mails } = (await host.browser().send('GET', '/dev/outbox.json')).json as { mails: object[] };
    expect(mails[0]).toMatchObject({
      subject,
      kind: 'test',
      state: 'kept',
      recipient: 'page@example.org',
      attempts: 0,
      sentAt: null,
    });
  });
});
