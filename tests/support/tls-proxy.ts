import { once } from 'node:events';
import { request as plainRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';

/**
 * A proxy that speaks https to people and plain http to the host, and offers both of its ports under one
 * address.
 */
export type TlsProxy = {
  port: number;
  /** Sets the ports of the host behind it; paths under /socket/ go to the second. */
  lead(httpPort: number, wsPort: number): void;
  close(): Promise<void>;
};

export async function startTlsProxy(tls: { cert: string; key: string }): Promise<TlsProxy> {
  let ports = { http: 0, ws: 0 };
  const portOf = (request: IncomingMessage) => (request.url?.startsWith('/socket/') ? ports.ws : ports.http);
  const server = createServer(tls, (request, response) => {
    const passed = plainRequest(
      { host: '127.0.0.1', port: portOf(request), method: request.method, path: request.url, headers: forwarded(request) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  server.on('upgrade', (request, stream, head) => {
    const passed = connect(portOf(request), '127.0.0.1');
    const lines = Object.entries(forwarded(request)).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    passed.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
    passed.write(head);
    stream.on('error', () => passed.destroy()).on('close', () => passed.destroy());
    passed.on('error', () => stream.destroy()).on('close', () => stream.destroy());
    passed.pipe(stream).pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lead: (http, ws) => void (ports = { http, ws }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns the headers unchanged, with what a proxy adds at the end. */
function forwarded({ headers, socket }: IncomingMessage): OutgoingHttpHeaders {
  const before = headers['x-forwarded-for'];
  return {
    ...headers,
    'x-forwarded-for': [before, socket.remoteAddress].flat().filter(Boolean).join(', '),
    'x-forwarded-proto': 'https',
  };
}
