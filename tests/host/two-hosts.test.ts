import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAnnouncement, prepareFiles } from '../../host/platform/store/embedded/server-files.ts';
import { freePort } from '../../scripts/free-port.ts';
import { embeddedUrl, rowsOf } from '../support/database-attacks.ts';
import { ingest, makeKey, newBatch } from '../support/host-load.ts';
import { type Product, startProduct } from '../support/product.ts';
import { TestBrowser } from '../support/test-browser.ts';

const patience = { timeout: 60_000, interval: 50 };

describe('two hosts started at the same moment on one fresh data folder', () => {
  test(
    'both live, with one founding, and each goes on when the other stops or is killed (STO-8)',
    { timeout: 240_000 },
    async () => {
      for (const leaver of ['owner', 'guest', 'killed owner'] as const) {
        const dataDir = await mkdtemp(path.join(tmpdir(), 'two hosts '));
        const place = { dataDir, fromNothing: true };
        const started = await Promise.allSettled([startProduct(place), startProduct(place)]);
        const hosts = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
        try {
          expect(started.map((start) => (start.status === 'rejected' ? String(start.reason) : 'up'))).toEqual(['up', 'up']);
          for (const host of hosts) await new TestBrowser(host.url).logIn('demo', 'demo-password');
          const counts = `select (select count(*)::integer from users) as users, (select count(*)::integer from systems) as systems,
          (select string_agg(purpose, ' ' order by purpose) from signing_keys) as keys, (select count(*)::integer from simulations) as simulations`;
          const url = await embeddedUrl(dataDir);
          await expect
            .poll(() => rowsOf(url, counts), patience)
            .toEqual([{ users: 2, systems: 3, keys: 'device token', simulations: 2 }]);

          const key = await makeKey(dataDir, 'demo');
          const owner = (await readAnnouncement(await prepareFiles(dataDir)))?.owner.pid;
          const isLeaving = (host: Product) => (host.child.pid === owner) === (leaver !== 'guest');
          const [leaving, staying] = [hosts.find(isLeaving), hosts.find((host) => !isLeaving(host))];
          if (leaving === undefined || staying === undefined) throw new Error('One of the two hosts did not start the server.');
          if (leaver === 'killed owner') leaving.child.kill('SIGKILL');
          await leaving.stop();
          expect(leaving.child.exitCode).toBe(leaver === 'killed owner' ? null : 0);
          const send = () => ingest(staying.url, 'demo', key, newBatch('RCB-1 Upstream', 100));
          const statuses: number[] = [];
          await expect.poll(async () => statuses[statuses.push((await send()).status) - 1], patience).toBe(200);
          expect(new Set(statuses).difference(new Set([200, 503])), 'a caller is told to come again at worst').toEqual(new Set());
          if (leaver === 'guest') expect(statuses, 'a guest takes nothing with it').toEqual([200]);
          await expect.poll(async () => (await fetch(`${staying.url}/api/health`)).status, patience).toBe(200);
          expect(staying.child.exitCode).toBeNull();
        } finally {
          await Promise.all(hosts.map((host) => host.stop()));
          await rm(dataDir, { recursive: true });
        }
      }
    },
  );

  test('on one port: one of them ends before it touches the data', { timeout: 120_000 }, async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'one port '));
    const env = { WS_PORT: String(await freePort()) };
    const place = { dataDir, env, fromNothing: true };
    const started = await Promise.allSettled([startProduct(place), startProduct(place)]);
    const hosts = started.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    try {
      const failures = started.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
      expect(failures).toEqual([expect.stringContaining(`WS_PORT ${env.WS_PORT} on 127.0.0.1 is taken by another program`)]);
      expect(failures.join('')).not.toContain('database');
      expect((await fetch(`${hosts[0]?.url ?? ''}/api/health`)).status).toBe(200);
    } finally {
      await Promise.all(hosts.map((host) => host.stop()));
      await rm(dataDir, { recursive: true });
    }
  });
});
