import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../host/platform/environment.ts';
import { startHost } from '../../host/host.ts';
import { createLog } from '../../host/platform/log.ts';
import type { AsOf } from '#model/changes/change.ts';
import { putPreparedData } from '../support/prepared-data.ts';
import { triedEngines, withEmptyDatabase, withRestoredDatabase } from '../support/test-database.ts';
import { TestBrowser } from '../support/test-browser.ts';

const quiet = { PORT: '0', WS_PORT: '0', SIMULATOR: 'off', DEMO: 'on' };

/**
 * Returns the revision of a system of the demo, as a page loads it, and whether the host warned of a restore.
 */
async function standing(settings: Record<string, string>): Promise<AsOf & { warned: boolean }> {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const host = await startHost(readEnvironment({ ...quiet, ...settings }), { log });
  try {
    const browser = new TestBrowser(host.httpUrl);
    const token = await browser.logIn('demo', 'demo-password');
    const { json } = await browser.send('GET', '/api/mitashost/river/config', { token });
    return { ...(json as { asOf: AsOf }).asOf, warned: lines.some((line) => line.includes('restored')) };
  } finally {
    await host.close();
  }
}

describe('a restored backup begins another order of changes (CHG-8)', () => {
  let drops: (() => Promise<unknown>)[];
  beforeEach(() => {
    drops = [];
  });
  afterEach(async () => {
    for (const drop of drops.toReversed()) await drop();
  });

  test.each(triedEngines)('made from nothing and put into another database of the %s server', async (engine) => {
    const original = await withEmptyDatabase(engine);
    drops.push(original.drop);
    const first = await standing({ DATABASE_URL: original.url });
    expect(await standing({ DATABASE_URL: original.url })).toEqual({ ...first, warned: false });
    const restored = await withRestoredDatabase(original.url, engine);
    drops.push(restored.drop);
    const second = await standing({ DATABASE_URL: restored.url });
    expect(second).toMatchObject({ revision: first.revision, warned: true });
    expect(second.epoch).not.toBe(first.epoch);
    expect(await standing({ DATABASE_URL: restored.url })).toEqual({ ...second, warned: false });
  });

  test('copied back into the place of the data directory', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'restored-'));
    drops.push(() => rm(root, { recursive: true, force: true }));
    const [dataDir, backup] = [path.join(root, 'data'), path.join(root, 'backup')];
    await putPreparedData(dataDir);
    const first = await standing({ DATA_DIR: dataDir });
    await cp(dataDir, backup, { recursive: true, preserveTimestamps: true });
    expect(await standing({ DATA_DIR: dataDir })).toEqual({ ...first, warned: false });
    await rm(dataDir, { recursive: true });
    await rename(backup, dataDir);
    const second = await standing({ DATA_DIR: dataDir });
    expect(second.warned).toBe(true);
    expect(second.epoch).not.toBe(first.epoch);
  }, 120_000);
});
