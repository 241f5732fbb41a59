import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { changeStage } from '../../../support/change-stage.ts';
import { fileBytes, slowKml } from '../../../support/layer-files.ts';
import { startTestHost } from '../../../support/test-host.ts';

/** A slow or idle client must not keep the host from stopping. */
test('the host stops while requests are unfinished, and hangs up on all of them', async () => {
  const host = await startTestHost();
  const { port } = new URL(host.url);
  const begin = async (text: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    // Unread data keeps a closed connection open.
    return socket.resume();
  };
  const whole = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';
  // With a csrf token, or they would be answered before their body arrives.
  const browser = host.browser();
  const csrf = `X-Csrf-Token: ${await browser.csrfToken()}\r\nCookie: csrf=${browser.cookie('csrf')}\r\n`;
  const headers = `POST /api/public/login HTTP/1.1\r\nHost: localhost\r\n${csrf}Content-Type: application/json\r\nContent-Length: 100\r\n`;
  const idle = await begin(whole);
  await once(idle, 'data');
  const again = await begin(whole);
  await once(again, 'data');
  again.write('GET /api/health HTTP/1.1\r\nHost: loc');
  const unfinished = [await begin('GET / HTTP/1.1\r\nHo'), await begin(`${headers}\r\n{"username":`), await begin(headers)];
  // Once this is answered, everything written earlier on other connections has arrived.
  await fetch(`${host.url}/api/health`);

  const sockets = [idle, again, ...unfinished];
  expect(sockets.map((socket) => socket.closed)).toEqual(sockets.map(() => false));
  const closed = sockets.map((socket) => once(socket, 'close'));
  const began = performance.now();
  await host.close();
  await Promise.all(closed);
  expect(performance.now() - began).toBeLessThan(15_000);
});

test('the host stops while a layer is read, and its file is read no further (LAY-4)', async () => {
  const stage = await changeStage();
  const ada = await stage.sit('ada', 2);
  const begun = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const answer = ada
    .call('POST', '/map/layers?name=Rivers&color=%23000000&fileName=a.kml', { body: fileBytes(slowKml) })
    .catch(() => 'no answer');
  const thread = await begun;
  await once(thread, 'online');
  const read: unknown[] = [];
  thread.on('message', (outcome) => read.push(outcome));
  const ended = once(thread, 'exit');
  await stage.close();
  await ended;
  expect([read, await answer]).toEqual([[], 'no answer']);
});
