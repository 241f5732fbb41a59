import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a port that no process is listening on at this moment. */
export async function freePort(bind = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, bind);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error(`no free port on ${bind}`);
  return address.port;
}

/** Returns a free port that is not in `taken`, the ports that are about to be used. */
export async function freePortBeside(taken: readonly number[], find: () => Promise<number> = freePort): Promise<number> {
  for (;;) {
    const port = await find();
    if (!taken.includes(port)) return port;
  }
}
