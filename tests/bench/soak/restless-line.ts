import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { bearerProtocolPrefix, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { TestBrowser } from '../../support/test-browser.ts';

/** A client that keeps reopening its live line; `close` resolves when the last line is closed. */
export type RestlessLine = { counts: () => RestlessCounts; close: () => Promise<void> };

/** Lines accepted and refused, and the contacts received over them. */
export type RestlessCounts = { lines: number; refused: number; contacts: number };

const [shortestMs, longestMs] = [200, 8_000];
/** How often (ms) to renew the access token, before it expires. */
const renewMs = 240_000;
const ownCodes = 4_400;

/**
 * Subscribes, stays for a random time (the same for the same seed), and leaves like a closed page or like a
 * cut line.
 */
export function openRestlessLine(host: { url: string; wsPort: number }, mitasId: string, seed: number): RestlessLine {
  const random = seededRandom(seed);
  const counts: RestlessCounts = { lines: 0, refused: 0, contacts: 0 };
  const stop = new AbortController();
  let failure: unknown;

  const stay = async (token: string, ask: number): Promise<void> => {
    const protocols = [socketProtocol, bearerProtocolPrefix + token];
    const options = { origin: host.url, perMessageDeflate: false };
    const socket = new WebSocket(`ws://127.0.0.1:${host.wsPort}${socketPath(mitasId)}`, protocols, options);
    const closed = new Promise<void>((resolve) => {
      socket.once('close', (code) => {
        if (code >= ownCodes) counts.refused += 1;
        resolve();
      });
    });
    // An error that ends the line also closes it.
    socket.on('error', () => undefined);
    socket.on('message', (frame: Buffer) => {
      const { type, payload } = JSON.parse(frame.toString()) as { type: string; payload: unknown };
      if (type === 'contact' && Array.isArray(payload)) counts.contacts += payload.length;
    });
    socket.once('open', () => {
      counts.lines += 1;
      socket.send(JSON.stringify({ type: 'subscribe', payload: 'receivers', ask }));
    });
    await delay(shortestMs + random() * (longestMs - shortestMs), undefined, { signal: stop.signal }).catch(() => undefined);
    if (random() < 0.5) socket.terminate();
    else socket.close();
    await closed;
  };

  const live = async (): Promise<void> => {
    const browser = new TestBrowser(host.url);
    let [token, renewAt] = ['', 0];
    for (let ask = 1; !stop.signal.aborted; ask += 1) {
      if (performance.now() >= renewAt) {
        token = await browser.logIn('demo', 'demo-password');
        renewAt = performance.now() + renewMs;
      }
      await stay(token, ask);
    }
  };
  const over = live().catch((error: unknown) => (failure = error));

  return {
    counts: () => ({ ...counts }),
    async close() {
      stop.abort();
      await over;
      if (failure !== undefined) throw failure;
    },
  };
}
