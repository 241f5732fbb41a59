import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newestMails } from '../../../../host/platform/store/accounts/outbox.ts';
import { webhookOf } from '../../../../host/platform/store/fleet/webhooks.ts';
import { changeStage, type ChangeStage, type Sitter } from '../../../support/change-stage.ts';
import { triedEngines } from '../../../support/test-database.ts';
import { startWebhookServer, type WebhookServer } from '../../../support/webhook-server.ts';

const secret = 'a-hidden-secret-of-it';

describe.each(triedEngines)('the webhook of a system, on the %s engine (ALM-16)', (engine) => {
  let stage: ChangeStage;
  let server: WebhookServer;
  let admin: Sitter;
  let viewer: Sitter;
  beforeAll(async () => {
    server = await startWebhookServer();
    stage = await changeStage({ engine, innerAddresses: ['127.0.0.1'] });
    admin = await stage.sit('ada', 2);
    viewer = await stage.sit('vera', 4);
  });
  afterAll(async () => {
    await stage.close();
    server.close();
  });
  beforeEach(() => admin.call('DELETE', '/webhook'));

  const set = (url = server.url, who = admin) => who.call('PUT', '/webhook', { body: { url, secret } });
  const shown = async () => (await admin.call('GET', '/webhook')).json;
  const revisionOf = ({ json }: { json: unknown }) => (json as { revision: number }).revision;

  test('is set, said without what is secret, removed, and both taken back', async () => {
    expect(await shown()).toEqual({ webhook: null });
    const done = await set();
    expect(done).toMatchObject({ status: 200, json: { items: [{ kind: 'system.webhookChanged', before: { webhook: null } }] } });
    const webhook = { server: new URL(server.url).host, setAt: expect.any(Number) as number, lastSentAt: null, failing: null };
    expect(await shown()).toEqual({ webhook });
    const removed = await admin.call('DELETE', '/webhook');
    expect(await shown()).toEqual({ webhook: null });
    expect((await admin.call('POST', `/changes/${revisionOf(removed)}/undo`, { body: {} })).status).toBe(200);
    expect(await shown()).toEqual({ webhook });
    expect(await webhookOf(stage.host.database, 'river')).toMatchObject({ url: server.url, secret });
  });

  test('is not brought back once it is no longer kept (ALM-22)', async () => {
    await set();
    const removed = await admin.call('DELETE', '/webhook');
    await stage.host.database.pool.query(
      'delete from webhooks where id not in (select webhook_id from systems where webhook_id > 0)',
    );
    const undone = await admin.call('POST', `/changes/${revisionOf(removed)}/undo`, { body: {} });
    expect(undone).toMatchObject({ status: 409 });
    expect(JSON.stringify(undone.json)).toContain('set it again');
    expect(await shown()).toEqual({ webhook: null });
  });

  test('is known to nobody below an Administrator, nor what changed of it', async () => {
    const before = await stage.revision();
    for (const who of [viewer, await stage.sit('rhea', 3)]) {
      const answers = [
        await who.call('GET', '/webhook'),
        await set(server.url, who),
        await who.call('DELETE', '/webhook'),
        await who.call('POST', '/webhook/test'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect(await stage.revision()).toBe(before);
    await set();
    const { changes } = (await viewer.call('GET', `/changes?after=${before}`)).json as { changes: { items: unknown[] }[] };
    expect(changes.flatMap(({ items }) => items)).toEqual([]);
  });

  test.each([
    'http://example.org/',
    'https://user:word@example.org/',
    'https://',
    'https://ex ample.org/',
    'ftp://example.org/',
    'https://[::/',
  ])('is at no %s', async (url) => {
    expect((await set(url)).status).toBe(400);
  });

  test('is tried at once, and what came of it is said', async () => {
    expect((await admin.call('POST', '/webhook/test')).status).toBe(404);
    await set();
    const asked = async () => (await admin.call('POST', '/webhook/test')).json;
    server.behave(200);
    expect(await asked()).toEqual({ taken: true, status: 200, reason: null });
    expect(JSON.parse(server.received.at(-1)?.body ?? '')).toMatchObject({
      kind: 'test',
      alarms: [],
      text: expect.stringMatching(/test/) as string,
    });
    server.behave(500);
    expect(await asked()).toEqual({ taken: false, status: 500, reason: 'It answered 500.' });
    await set('https://localhost:1/hidden-path');
    expect(await asked()).toMatchObject({ taken: false, status: null });
    await set('https://10.0.0.1/hidden-path');
    expect(await asked()).toEqual({
      taken: false,
      status: null,
      reason: 'Its address is in a private network, where this host does not send.',
    });
  });

  test('its secret and its address are in no answer, no log, no change and on no socket', async () => {
    await set();
    await admin.call('POST', '/webhook/test');
    const kept = await stage.host.database.pool.query('select items, kept from changes');
    const replies = await stage.host.database.pool.query('select reply from operations');
    const all = [
      stage.host.logged(),
      JSON.stringify(kept.rows),
      JSON.stringify(replies.rows),
      JSON.stringify([await shown(), (await set()).json, (await admin.call('GET', '/changes?after=0')).json]),
      JSON.stringify([admin.heard, stage.host.events]),
    ];
    for (const text of all) expect(text).not.toMatch(/hidden/);
  });

  test('a test of mail goes to who asks, at most once a minute (ALM-19)', async () => {
    const answer = await viewer.call('POST', '/alarms/test-mail');
    expect(answer).toMatchObject({ status: 200, json: { message: 'This host has no mail server: it sends no mail.' } });
    const [mail] = await newestMails(stage.host.database, 1);
    expect(mail).toMatchObject({ kind: 'alarm-test', system_id: 'river', subject: expect.stringMatching(/: test$/) as string });
    expect((await viewer.call('POST', '/alarms/test-mail')).status).toBe(429);
  });
});
