import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { drainable } from '../../../../host/entry/http/drain.ts';

async function serving() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  const drain = drainable(server);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { waiting, server, drain, url };
}

test('requests under way are answered, and no others are taken (HOST-17)', async () => {
  const { waiting, server, drain, url } = await serving();
  const came = once(server, 'request');
  const answer = fetch(url);
  await came;
  const closed = once(server, 'close');
  const drained = drain(60_000);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  waiting[0]?.end('done');
  expect(await (await answer).text()).toBe('done');
  expect(await drained).toBe(0);
  // The connection that the caller would keep alive is closed as well.
  await closed;
});

test('they are waited for no longer than it may take, and who went away is not waited for (HOST-17)', async () => {
  const { server, drain, url } = await serving();
  const leaving = new AbortController();
  for (const signal of [undefined, leaving.signal]) {
    const came = once(server, 'request');
    fetch(url, signal === undefined ? {} : { signal }).catch(() => undefined);
    await came;
  }
  leaving.abort();
  expect(await drain(300)).toBe(1);
});

test('a server that has nothing to do has drained at once (HOST-17)', async () => {
  const { drain } = await serving();
  expect(await drain(60_000)).toBe(0);
});
