import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { healthPath, liveAnswer, livePath, startingHealth } from './entry/http/health.ts';

/** The settings of the host's ports. */
type PortVariable = 'PORT' | 'WS_PORT' | 'FTPS_PORT' | 'FTPS_IMPLICIT_PORT';

/**
 * Reserves a port until the host can answer on it. Call it before anything is created that would need
 * cleaning up: of two hosts that start at the same moment, only one then reaches the database. Resolves with
 * a function that frees the port. Rejects like `listenOn`.
 */
export async function holdPort(
  variable: PortVariable,
  bind: string,
  port: number,
  server: Server = createServer((socket) => socket.on('error', () => undefined).destroy()),
): Promise<() => Promise<void>> {
  // Port 0 means any free port, which needs no reservation.
  if (port === 0) return () => Promise.resolve();
  await listenOn(variable, bind, port, () => once(server.listen(port, bind), 'listening'));
  // Ignore errors of connections: the other side notices them by itself.
  server.on('error', () => undefined);
  return async () => {
    if (!server.listening) return;
    server.close();
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function') server.closeAllConnections();
    await once(server, 'close');
  };
}

/**
 * Starts to listen on a port.
 * @throws Error that tells the operator why the port cannot be used. Other failures pass unchanged.
 */
export async function listenOn<T>(variable: PortVariable, bind: string, port: number, listen: () => Promise<T>): Promise<T> {
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

/**
 * Returns a server for a port whose host is still starting, for example during a migration of hours
 * (HOST-16). It answers health checks with 'alive, not ready', and disconnects all other requests, whose
 * senders then try again.
 */
export function startingServer(tls: { cert: string; key: string } | undefined): Server {
  const answers = { [livePath]: [200, liveAnswer], [healthPath]: [503, startingHealth] } as const;
  const answer: RequestListener = ({ url = '', socket }, response) => {
    const found = Object.entries(answers).find(([path]) => path === url);
    if (found === undefined) return void socket.destroy();
    const [status, body] = found[1];
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(JSON.stringify(body));
  };
  return tls === undefined ? createHttpServer(answer) : createTlsServer(tls, answer);
}
