import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endHostProcess, hostPlace, type HostProcess, startHostProcess } from '../../support/host-process.ts';
import { putPreparedData } from '../../support/prepared-data.ts';
import { Failover } from './failover.ts';
import { test as plain } from './fixtures.ts';
import { openOperator, type Operator } from './operator.ts';

const upWithinMs = 60_000;
const addresses = ['127.0.0.1', '127.0.0.2'] as const;

/**
 * Two hosts on one database, at the same ports of two addresses, like two machines behind one name;
 * connections to the first one's address go to the first of the two that accepts them.
 */
export class HostPair {
  /** The address under which people know both. */
  readonly url: string;
  readonly first: HostProcess;
  readonly dataDir: string;
  /** Flags of a browser that reaches them through the proxy. */
  readonly flags: string;
  /** The proxy's address for requests. */
  readonly frontUrl: string;
  readonly #close: () => Promise<void>;

  private constructor(parts: Pick<HostPair, 'url' | 'first' | 'dataDir' | 'flags' | 'frontUrl'>, close: () => Promise<void>) {
    ({ url: this.url, first: this.first, dataDir: this.dataDir, flags: this.flags, frontUrl: this.frontUrl } = parts);
    this.#close = close;
  }

  static async start(): Promise<HostPair> {
    const dataDir = await mkdtemp(join(tmpdir(), 'host-pair-'));
    await putPreparedData(dataDir);
    const { env, url, port, wsPort } = await hostPlace(dataDir, { SIMULATOR: 'off' });
    const { env: otherEnv } = await hostPlace(dataDir, { SIMULATOR: 'off' });
    const other = { ...otherEnv, BIND: addresses[1], PORT: `${port}`, WS_PORT: `${wsPort}` };
    // A host that stops interrupts the database server that it started: this one starts first, as it stays.
    const second = await startHostProcess({ env: other, url: `http://${addresses[1]}:${port}` }, upWithinMs);
    const first = await startHostProcess({ env, url }, upWithinMs);
    const front = await Failover.start(...addresses.map((host) => ({ host, port })));
    const line = await Failover.start(...addresses.map((host) => ({ host, port: wsPort })));
    const mapped = [
      [port, front.port],
      [wsPort, line.port],
    ].map(([from, to]) => `MAP 127.0.0.1:${from} 127.0.0.1:${to}`);
    const flags = `--host-resolver-rules=${mapped.join(',')}`;
    return new HostPair({ url, first, dataDir, flags, frontUrl: `http://127.0.0.1:${front.port}` }, async () => {
      await Promise.all([front.close(), line.close()]);
      await endHostProcess(first.child, 'SIGTERM');
      await endHostProcess(second.child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    });
  }

  discard(): Promise<void> {
    return this.#close();
  }
}

/** A browser with two hosts. */
export const test = plain.extend<object, { pair: HostPair; operator: Operator }>({
  pair: [
    async ({}, use) => {
      const pair = await HostPair.start();
      await use(pair);
      await pair.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  operator: [
    async ({ pair }, use) => {
      const operator = await openOperator(pair.dataDir);
      await use(operator);
      await operator.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ pair }, use) => use(pair.url),
  launchOptions: [
    async ({ launchOptions, pair }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), pair.flags] });
    },
    { scope: 'worker' },
  ],
});
