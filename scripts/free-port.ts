import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port nobody listens on at this moment. */
export async function freePort(bind = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(0, bind);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error(`no free port on ${bind}`);
  return address.port;
}

/** A free port that is none of `taken`: of ports that somebody is about to listen on. */
export async function freePortBeside(taken: readonly number[], find: () => Promise<number> = freePort): Promise<number> {
  for (;;) {
    const port = await find();
    if (!taken.includes(port)) return port;
  }
}
