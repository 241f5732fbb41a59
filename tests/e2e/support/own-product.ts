import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { endHostProcess, hostPlace, type HostPlace, type HostProcess, startHostProcess } from '../../support/host-process.ts';
import { putPreparedData } from '../../support/prepared-data.ts';
import { test as plain } from './fixtures.ts';
import { openOperator, type Operator } from './operator.ts';

const upWithinMs = 60_000;

/** A test's own product, which can be killed and started again with the same data and ports. */
export class OwnProduct {
  readonly place: HostPlace;
  readonly dataDir: string;
  #host: HostProcess;

  private constructor(place: HostPlace, dataDir: string, host: HostProcess) {
    this.place = place;
    this.dataDir = dataDir;
    this.#host = host;
  }

  static async start(env: Record<string, string>): Promise<OwnProduct> {
    const dataDir = await mkdtemp(join(tmpdir(), 'own-product-'));
    await putPreparedData(dataDir);
    const place = await hostPlace(dataDir, env);
    return new OwnProduct(place, dataDir, await startHostProcess(place, upWithinMs));
  }

  /** Kills the host's process, as a crash does. */
  kill(): Promise<void> {
    return endHostProcess(this.#host.child, 'SIGKILL');
  }

  async startAgain(env: Record<string, string> = {}): Promise<void> {
    Object.assign(this.place.env, env);
    this.#host = await startHostProcess(this.place, upWithinMs);
  }

  async discard(): Promise<void> {
    await endHostProcess(this.#host.child, 'SIGTERM');
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/**
 * A browser with the file's own product, which simulates nothing, and whose live line goes through a proxy
 * that can break it.
 */
export const test = plain.extend<object, { product: OwnProduct; line: FaultProxy; operator: Operator }>({
  product: [
    async ({}, use) => {
      const product = await OwnProduct.start({ SIMULATOR: 'off' });
      await use(product);
      await product.discard();
    },
    { scope: 'worker' },
  ],
  operator: [
    async ({ product }, use) => {
      const operator = await openOperator(product.dataDir);
      await use(operator);
      await operator.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.place.url),
  line: [
    async ({ product }, use) => {
      const line = await FaultProxy.start(() => product.place.wsPort);
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, line, product }, use) => {
      const rule = `--host-resolver-rules=MAP 127.0.0.1:${product.place.wsPort} 127.0.0.1:${line.port}`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
    },
    { scope: 'worker' },
  ],
});
