import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { bearerProtocolPrefix, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { contactsIn, embeddedUrl, endAllOthers, othersOn, postmasterOf, rowsOf } from '../support/database-attacks.ts';
import { type HostLoad, ingest, loadHost, makeKey, newBatch } from '../support/host-load.ts';
import { type Product, startProduct } from '../support/product.ts';
import { TestBrowser } from '../support/test-browser.ts';

const patience = { timeout: 60_000, interval: 50 };

/** Real processes: an unhandled error ends them. */
describe('a host that loses its database under load (STO-7)', { timeout: 180_000 }, () => {
  let product: Product;
  let key: string;
  let token: string;
  beforeAll(async () => {
    product = await startProduct();
    key = await makeKey(product.dataDir, 'demo');
    token = await new TestBrowser(product.url).logIn('demo', 'demo-password');
  });
  afterAll(() => product.stop());

  const lives = () => product.child.exitCode === null && product.child.signalCode === null;
  const answered = (load: HostLoad, status: number) => load.statuses.get(status) ?? 0;

  /** Repeats an attack until callers have noticed it, then checks that all works again without a restart. */
  async function survives(attack: () => Promise<unknown>, rounds: number): Promise<void> {
    const load = await loadHost(product, key, token);
    for (let round = 0; round < rounds || answered(load, 503) === 0; round += 1) {
      const before = answered(load, 200);
      await attack();
      await expect.poll(() => !lives() || answered(load, 200) > before + 20, patience).toBe(true);
      if (!lives()) break;
    }
    await load.stop();
    expect(lives(), `the host ended:\n${product.output().slice(-3_000)}`).toBe(true);
    // As one text, because reports of unattended runs cut lists short.
    expect([...new Set(load.faults.map(({ call, status, text }) => `${call}: ${status} ${text}`))].join('\n')).toBe('');
    expect(await stored()).toBeGreaterThanOrEqual(load.acknowledged());
    await allWorks();
  }

  async function stored(): Promise<number> {
    const send = () => ingest(product.url, 'demo', key, newBatch('RCB-1 Upstream', 1));
    await expect.poll(async () => (await send()).status, patience).toBe(200);
    return contactsIn(await embeddedUrl(product.dataDir));
  }

  /**
   * Checks reading, logging in, sending, the simulator's live line, and that each simulated system is led.
   */
  async function allWorks(): Promise<void> {
    await expect
      .poll(async () => (await fetch(`${product.url}/api/health`)).json(), patience)
      .toMatchObject({
        host: 'up',
        database: 'up',
        simulator: 'up',
      });
    const leaders = async () =>
      (await rowsOf(await embeddedUrl(product.dataDir), `select 1 from leases where task = 'simulation' and expires_at > now()`))
        .length;
    // Each is led again by itself, one later than the other.
    await expect.poll(leaders, { ...patience, message: 'both simulated systems are led' }).toBe(2);
    const browser = new TestBrowser(product.url);
    token = await browser.logIn('demo', 'demo-password');
    const socket = new WebSocket(
      `ws://127.0.0.1:${product.wsPort}${socketPath('demo')}`,
      [socketProtocol, bearerProtocolPrefix + token],
      {
        origin: product.url,
      },
    );
    const frames: string[] = [];
    socket.on('message', (data: Buffer) => frames.push((JSON.parse(data.toString()) as { type: string }).type));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', payload: 'receivers' })));
    await expect.poll(() => frames, patience).toContain('contact');
    socket.terminate();
  }

  test('lives when the server ends all its connections', async () => {
    await survives(async () => endAllOthers(await embeddedUrl(product.dataDir)), 8);
  });

  test('lives when one backend is killed, which makes the server throw out everybody', async () => {
    const killOne = async () => {
      const [backend] = await othersOn(await embeddedUrl(product.dataDir));
      if (backend !== undefined) process.kill(backend.pid, 'SIGKILL');
    };
    // A server still recovering from the last attack refuses the attacker as well.
    await survives(() => vi.waitFor(killOne, patience), 2);
  });

  test('lives when the server itself is killed, or told to stop', async () => {
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      await survives(async () => {
        const pid = await postmasterOf(product.dataDir);
        if (pid !== undefined) process.kill(pid, signal);
      }, 2);
    }
  });
});

test(
  'a host whose data were deleted ends with 1 and says so, and makes no empty database in their place',
  { timeout: 120_000 },
  async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'deleted '));
    const product = await startProduct({ dataDir, env: { SIMULATOR: 'off' } });
    try {
      await rm(path.join(dataDir, 'postgres/data/global'), { recursive: true });
      process.kill((await postmasterOf(dataDir)) ?? 0, 'SIGKILL');
      await expect.poll(() => product.child.exitCode, patience).toBe(1);
      expect(product.output()).toMatch(
        /"level":60,[^\n]*the host ends: The data of the database are gone: [^\n]*pg_control no longer exists/,
      );
    } finally {
      await product.stop();
      await rm(dataDir, { recursive: true });
    }
  },
);
