import { FaultProxy } from '../../support/fault-proxy.ts';
import { productSocketPort, test as plain } from './fixtures.ts';

/**
 * A browser that reaches the real websocket port through a proxy that can break the line. The page's address
 * of the socket stays the same, so its policy and the host's check of the origin hold.
 */
export const test = plain.extend<object, { line: FaultProxy }>({
  line: [
    async ({}, use) => {
      const line = await FaultProxy.start(productSocketPort);
      await use(line);
      await line.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, line }, use) => {
      const rule = `--host-resolver-rules=MAP 127.0.0.1:${productSocketPort()} 127.0.0.1:${line.port}`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
    },
    { scope: 'worker' },
  ],
});
