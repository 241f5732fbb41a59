import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Takes a port before anything is made that would have to be taken back, and holds it until the host can
 * answer there: two hosts that start at the same moment do not both get as far as the database. Resolves with
 * the function that lets go of it. Rejects as `listenOn` does.
 */
export async function holdPort(variable: 'PORT' | 'WS_PORT', bind: string, port: number): Promise<() => Promise<void>> {
  // Whatever is free is nobody else's to take.
  if (port === 0) return () => Promise.resolve();
  const server = createServer((socket) => socket.on('error', () => undefined).destroy());
  await listenOn(variable, bind, port, () => once(server.listen(port, bind), 'listening'));
  // Of a connection that could not be accepted the caller hears by himself.
  server.on('error', () => undefined);
  return async () => {
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
}

/**
 * Says in the operator's words why a port could not be listened on; any other failure goes through as it is.
 */
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
