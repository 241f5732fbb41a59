import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { selectContactFeed } from '../../src/machines/socket/socket-selectors.ts';
import { ingest, makeKey } from '../support/host-load.ts';
import { consoleLine, until } from '../support/live-stage.ts';
import { endHostProcess, hostPlace, startHostProcess } from '../support/host-process.ts';
import { putPreparedData } from '../support/prepared-data.ts';
import { TestBrowser } from '../support/test-browser.ts';

const patience = { timeout: 60_000, interval: 20 };
let sent = 0;

function contacts(count: number): string {
  const now = Date.now();
  const lines = Array.from({ length: count }, () => {
    sent += 1;
    return JSON.stringify({ receiver: 'R1', ant: 1, freq: 150.5, code: sent, type: 18, power: -60, ts: now - sent });
  });
  return lines.join('\n');
}

test(
  'a host that is started again loses no contact, ends what is under way, and a console waits for it (HOST-17)',
  {
    timeout: 240_000,
  },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'stopped host '));
    await putPreparedData(dataDir);
    const place = await hostPlace(dataDir, { SIMULATOR: 'off' });
    let host = await startHostProcess(place, 60_000);
    onTestFinished(async () => {
      await endHostProcess(host.child, 'SIGTERM');
      await rm(dataDir, { recursive: true });
    });
    const key = await makeKey(dataDir, 'demo', 'R1');
    const token = await new TestBrowser(place.url).logIn('demo', 'demo-password');
    const line = consoleLine({
      port: place.wsPort,
      origin: place.url,
      mitasId: 'demo',
      accessToken: () => token,
      // Ten attempts with the product's delays take longer than a start.
      delays: {
        backOff: 3_000,
        replyTimeout: 20_000,
        quiet: 20_000,
        silence: 20_000,
        storedWait: 20_000,
        connectTimeout: 20_000,
      },
    });
    onTestFinished(() => line.stop());
    const states = new Set<string>();
    const wasFailed = () => [...states].filter((state) => state.includes('failed') || state.includes('refused'));
    line.socket.subscribe((snapshot) => void states.add(JSON.stringify(snapshot.value)));
    line.subscribe();
    const isLive = () =>
      selectContactFeed(line.socket.getSnapshot())
        ?.getSnapshot()
        .matches({ up: { wanted: 'live' } }) === true;
    await until('the line to be live', isLive, 30_000);
    expect((await ingest(place.url, 'demo', key, contacts(50))).status).toBe(200);

    const slow = request(`${place.url}/api/ingest/demo/contacts`, {
      method: 'POST',
      headers: { authorization: `Receiver ${key}`, 'content-type': 'application/x-ndjson', expect: '100-continue' },
    });
    const answered = once(slow, 'response') as Promise<[IncomingMessage]>;
    slow.flushHeaders();
    await once(slow, 'continue');
    slow.write(`${contacts(10)}\n`);
    const ended = once(host.child, 'exit');
    host.child.kill('SIGTERM');
    const isTaken = async () => (await fetch(`${place.url}/api/health`)).status;
    await expect.poll(() => isTaken().catch(() => 'refused'), patience).toBe('refused');
    expect(host.child.exitCode).toBeNull();
    slow.end(contacts(10));
    const [answer] = await answered;
    expect([answer.statusCode, await json(answer)]).toMatchObject([200, { accepted: 20 }]);
    await ended;
    expect([host.child.exitCode, host.output()]).toEqual([0, expect.stringContaining('the host has stopped')]);
    expect(host.output()).toContain('"code":1001');

    host = await startHostProcess(place, 60_000);
    await until('the line to be live again', isLive, 60_000);
    expect((await ingest(place.url, 'demo', key, contacts(5))).status).toBe(200);
    await expect.poll(() => line.window.size, patience).toBe(75);
    expect(wasFailed()).toEqual([]);
  },
);
