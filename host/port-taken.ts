import { once } from 'node:events';
import { createServer } from 'node:net';

/** Looks whether a port can be listened on, before anything is made that would have to be taken back. Rejects as `listenOn` does. */
export async function expectFree(variable: 'PORT' | 'WS_PORT', bind: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await listenOn(variable, bind, port, () => once(server.listen(port, bind), 'listening'));
  server.close();
  await once(server, 'close');
}

/** Says in the operator's words why a port could not be listened on; any other failure goes through as it is. */
export async function listenOn<T>(
  variable: 'PORT' | 'WS_PORT',
  bind: string,
  port: number,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const where = `${variable} ${port} on ${bind}`;
    if (code === 'EADDRINUSE')
      throw new Error(`${where} is taken by another program: stop that, or set ${variable} to another port.`, { cause });
    if (code === 'EACCES')
      throw new Error(`${where} is not allowed to this user: set ${variable} to a port above 1023.`, { cause });
    if (code === 'EADDRNOTAVAIL') throw new Error(`${where} is no address of this machine: set BIND to one that is.`, { cause });
    throw cause;
  }
}
