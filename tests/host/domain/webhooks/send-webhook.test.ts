import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendWebhook, webhookSignature } from '../../../../host/domain/webhooks/send-webhook.ts';
import { type Received, startWebhookServer, type WebhookServer } from '../../../support/webhook-server.ts';

const reach = { mayReachInner: () => true, timeoutMs: 1_000 };
const secret = 'a secret of the test';

describe('one message to a webhook (ALM-18)', () => {
  let server: WebhookServer;
  beforeEach(async () => {
    server = await startWebhookServer();
  });
  afterEach(() => server.close());
  const post = () => ({ url: server.url, secret, event: 'one', body: '{"text":"ä"}' });

  test('is signed over the time and the very bytes of its body', async () => {
    expect(await sendWebhook(post(), reach)).toEqual({ ok: true, value: 200 });
    const { headers, body } = server.received[0] as Received;
    expect([headers['content-type'], headers['webhook-event-id'], body]).toEqual([
      'application/json; charset=utf-8',
      'one',
      '{"text":"ä"}',
    ]);
    const [, at = '', signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['webhook-signature'])) ?? [];
    expect(signed).toBe(createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
    expect(Math.abs(Number(at) - Date.now() / 1_000)).toBeLessThan(60);
    expect(webhookSignature('s', 1, 'x')).not.toBe(webhookSignature('s', 2, 'x'));
  });

  test.each([
    [500, 500, /^It answered 500\.$/],
    [410, 410, /^It answered 410\.$/],
    ['redirect', 302, /^It answered 302, a redirect, which is not followed\.$/],
    ['stall', null, /^It did not answer within 1 s\.$/],
  ] as const)('that is answered by %s was not taken, which is said without its address', async (manner, status, reason) => {
    server.behave(manner);
    const outcome = await sendWebhook(post(), reach);
    const why = expect.stringMatching(reason) as string;
    expect(outcome).toEqual({ ok: false, reason: { status, why, isStalled: manner === 'stall' } });
    expect(JSON.stringify(outcome)).not.toContain('hidden-path');
    expect(server.received).toHaveLength(1);
  });

  test('that is answered at endless length is taken, and the rest is not read', async () => {
    server.behave('flood');
    expect(await sendWebhook(post(), reach)).toEqual({ ok: true, value: 200 });
  });

  test('does not leave the host to an address within, by whatever name', async () => {
    const { port } = new URL(server.url);
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    for (const name of ['127.0.0.1', 'localhost', '[::ffff:7f00:1]', 'hooks.example.org']) {
      const outcome = await sendWebhook({ ...post(), url: `https://${name}:${port}/` }, { mayReachInner: () => false, resolve });
      expect(outcome).toMatchObject({
        ok: false,
        reason: { status: null, why: expect.stringMatching(/in a private network/) as string },
      });
    }
    expect(server.received).toEqual([]);
  });

  test('is sent to nobody whose certificate is none of the name', async () => {
    const { port } = new URL(server.url);
    const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    const url = `https://others.example.org:${port}/`;
    expect(await sendWebhook({ ...post(), url }, { ...reach, resolve })).toMatchObject({
      reason: { why: 'It could not be reached (ERR_TLS_CERT_ALTNAME_INVALID).' },
    });
    expect(server.received).toEqual([]);
  });

  test('is given up at a server that takes the connection and says nothing', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const url = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    expect(await sendWebhook({ ...post(), url }, { ...reach, timeoutMs: 200 })).toMatchObject({
      reason: { why: 'It did not answer within 0.2 s.' },
    });
    silent.close();
  });
});
