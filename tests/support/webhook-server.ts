import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from './self-signed.ts';

/** A message to a webhook. */
export type Received = { event: string; headers: IncomingHttpHeaders; body: string };

/** How it answers: with a status, a redirect, an endless body, or not at all. */
export type WebhookManner = number | 'redirect' | 'flood' | 'stall';

/** An https server on loopback that receives the messages of webhooks. */
export type WebhookServer = {
  url: string;
  cert: string;
  received: Received[];
  behave: (manner: WebhookManner) => void;
  close: () => void;
};

/** One for the whole process: of several with the same name only the first would be trusted. */
const { cert, key } = selfSigned(['localhost', 'hooks.example.org']);

/** Starts a server that this process trusts. */
export async function startWebhookServer(): Promise<WebhookServer> {
  const received: Received[] = [];
  let manner: WebhookManner = 200;
  const server = createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { headers } = request;
      received.push({ event: String(headers['webhook-event-id']), headers, body: Buffer.concat(chunks).toString() });
      if (typeof manner === 'number') return void response.writeHead(manner).end('ok');
      if (manner === 'redirect') return void response.writeHead(302, { location: `https://localhost:${port}/led` }).end();
      if (manner === 'stall') return;
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  return {
    url: `https://127.0.0.1:${port}/services/T0/hidden-path`,
    cert,
    received,
    behave: (next) => void (manner = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
