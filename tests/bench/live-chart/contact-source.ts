import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { maxContactsPerFrame } from '#model/contract/socket-messages.ts';
import { contactsBetween } from '../../support/live-chart-page/contact-feed.ts';

/** A websocket that sends contacts as the host does: ten times a second, as JSON of the contract. */
export type ContactSource = { url: string; sent: () => number; pause: () => void; stop: () => Promise<void> };

const frameMs = 100;

/**
 * Sends `rate` contacts a second to every client, each just after its time; `sent` counts those sent to the
 * first client.
 */
export async function startContactSource(rate: number): Promise<ContactSource> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  let timer: NodeJS.Timeout | undefined;
  let sent = 0;
  server.on('connection', (socket) => {
    if (timer) return;
    let from = Date.now();
    let position = 1;
    timer = setInterval(() => {
      const to = Date.now();
      const contacts = contactsBetween(from, to, rate);
      for (let start = 0; start < contacts.length; start += maxContactsPerFrame) {
        const payload = contacts.slice(start, start + maxContactsPerFrame);
        socket.send(JSON.stringify({ type: 'contact', payload, at: { epoch: 'bench', from: position } }));
        position += payload.length;
      }
      from = to;
      sent += contacts.length;
    }, frameMs);
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    pause: () => clearInterval(timer),
    async stop() {
      clearInterval(timer);
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
