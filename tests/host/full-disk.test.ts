import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contactsIn, embeddedUrl, postmasterOf } from '../support/database-attacks.ts';
import { ingest, makeKey, newBatch } from '../support/host-load.ts';
import { type Product, startProduct } from '../support/product.ts';
import { mayMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { TestBrowser } from '../support/test-browser.ts';

const patience = { timeout: 90_000, interval: 100 };
const mebibyte = 1_048_576;
const senders = 8;
const batch = 5_000;
const receiver = 'Spit North';

/** The name tells `npm test` why the test did not run (scripts/test-report.ts). */
describe.runIf(await mayMount())('the disk of the data folder is full [needs a mount]', { timeout: 240_000 }, () => {
  let disk: SmallDisk;
  let product: Product;
  let key: string;
  let token: string;
  let acknowledged: number;
  let refusals: { status: number; retryAfter: string | null; message: string }[];

  beforeEach(async () => {
    disk = await mountSmallDisk(300);
    await disk.fill('ballast', 60 * mebibyte);
    const dataDir = `${disk.folder}/data`;
    product = await startProduct({ dataDir, env: { SIMULATOR: 'off' } });
    key = await makeKey(dataDir, 'demo', receiver);
    token = await new TestBrowser(product.url).logIn('demo', 'demo-password');
    acknowledged = 0;
    refusals = [];
  });
  afterEach(async () => {
    await product.stop();
    await disk.remove();
  });

  async function send(): Promise<boolean> {
    const answer = await ingest(product.url, 'demo', key, newBatch(receiver, batch));
    const body = (await answer.json()) as { accepted?: number; duplicate?: number; error?: { message: string } };
    acknowledged += (body.accepted ?? 0) + (body.duplicate ?? 0);
    if (!answer.ok)
      refusals.push({
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        message: body.error?.message ?? JSON.stringify(body),
      });
    return answer.ok;
  }
  /** Fills the log space that each checkpoint frees, until a request is refused. */
  const sendUntilRefused = async () => {
    while (await send());
  };
  const read = async (path: string) =>
    (await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })).status;
  const health = async () => (await fetch(`${product.url}/api/health`)).json() as Promise<Record<string, string>>;
  const expectLives = () => {
    expect([product.child.exitCode, product.child.signalCode], `the host said:\n${product.output().slice(-3_000)}`).toEqual([
      null,
      null,
    ]);
  };
  const stored = async () => contactsIn(await embeddedUrl(product.dataDir));

  test('contacts are refused before it is, people log in and read on, and all goes on by itself when there is space (STO-6)', async () => {
    await Promise.all(Array.from({ length: senders }, sendUntilRefused));
    expectLives();
    expect(acknowledged).toBeGreaterThan(senders * batch);
    for (let round = 0; round < 20; round += 1) {
      const answers = [await read('/api/app/client/account'), await read('/api/mitashost/demo/receiver-sites')];
      const browser = new TestBrowser(product.url);
      const login = await browser.send('POST', '/api/public/login', { body: { username: 'demo', password: 'demo-password' } });
      expect([...answers, login.status]).toEqual([200, 200, 200]);
      await sendUntilRefused();
    }
    for (const refusal of refusals) {
      expect(refusal).toEqual({
        status: 503,
        retryAfter: expect.stringMatching(/^[1-9]\d*$/),
        message: expect.stringContaining('disk is full'),
      });
    }
    const healthOnceRefused = async () => {
      await sendUntilRefused();
      return health();
    };
    const full = { host: 'up', database: 'up', simulator: 'off', storage: 'full', bus: 'up', missing: ['disk'] };
    await expect.poll(healthOnceRefused, patience).toEqual(full);
    expect(await stored()).toBeGreaterThanOrEqual(acknowledged);
    expect(product.output()).toContain('the disk of the database is full');

    await disk.empty('ballast');
    await expect.poll(send, patience).toBe(true);
    await expect.poll(health, patience).toMatchObject({ storage: 'ok' });
    expect(product.output()).toContain('the disk of the database has room again');
    expect(await stored()).toBeGreaterThanOrEqual(acknowledged);
    expectLives();
  });

  test('to its last byte, and the server ends: the host waits for space and starts it again', async () => {
    expect(await send()).toBe(true);
    await disk.fill('foreign');
    process.kill((await postmasterOf(product.dataDir)) ?? 0, 'SIGKILL');
    await expect.poll(() => product.output(), patience).toContain('its disk is full');
    for (let round = 0; round < 20; round += 1) {
      expect([await send(), await read('/api/app/client/account')]).toEqual([false, 503]);
    }
    expect(refusals.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
    await expect.poll(health, patience).toMatchObject({ host: 'up', database: 'down', storage: 'full' });
    expectLives();

    await disk.empty('foreign');
    await expect.poll(send, patience).toBe(true);
    await expect
      .poll(health, patience)
      .toEqual({ host: 'up', database: 'up', simulator: 'off', storage: 'ok', bus: 'up', missing: [] });
    expect(await stored()).toBeGreaterThanOrEqual(acknowledged);
    expectLives();
  });
});
