import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { bearerProtocolPrefix, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { TestBrowser } from '../../support/test-browser.ts';

/** A client that opens its live line again and again; `close` resolves when its last one is closed. */
export type RestlessLine = { counts: () => RestlessCounts; close: () => Promise<void> };

/** Lines that were let in and refused, and contacts that came over them. */
export type RestlessCounts = { lines: number; refused: number; contacts: number };

const [shortestMs, longestMs] = [200, 8_000];
/** Before an access token has expired. */
const renewMs = 240_000;
const ownCodes = 4_400;

/**
 * Subscribes, stays for a time that chance decides, the same for the same seed, and leaves as a page or as a
 * cut line does.
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
    // What ends the line comes as its close, too.
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
