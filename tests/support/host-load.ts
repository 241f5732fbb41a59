import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../host/platform/store/database.ts';
import { createReceiverKey } from '../../host/domain/accounts/receiver-keys.ts';
import { pino } from 'pino';
import type { Product } from './product.ts';
import { TestBrowser } from './test-browser.ts';
import { planted } from './planted.ts';

/** An answer that a caller cannot use. */
export type Fault = { call: string; status: number; retryAfter: string | null; text: string };

/** Calls that repeat, several at a time, until stopped, and their results. */
export type HostLoad = {
  /** How many calls got each status; 0 is no answer at all. */
  statuses: Map<number, number>;
  /** Answers other than success or a 503 with `Retry-After`. */
  faults: Fault[];
  /** How many contacts the host has acknowledged (accepted or known). */
  acknowledged(): number;
  stop(): Promise<void>;
};

/**
 * Makes a receiver key for `mitasId` in the database of a product's data folder, and the receiver `alias` if
 * given.
 */
export async function makeKey(dataDir: string, mitasId: string, alias?: string): Promise<string> {
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
  try {
    if (alias !== undefined) await planted(database).insertInto('receivers').values({ system_id: mitasId, alias }).execute();
    return (await createReceiverKey(database, mitasId, crypto.randomUUID())).key;
  } finally {
    await database.close();
  }
}

let codes = 0;

/** Returns a batch of new contacts of one receiver as NDJSON. */
export function newBatch(receiver: string, count: number, start = Date.now() - 3_600_000): string {
  const code = (codes += 1);
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      receiver,
      ant: 1,
      freq: 150.5,
      code: 1 + (code % 500),
      type: 18,
      power: -80 - (code % 40),
      ts: start + code * 7 + i,
    }),
  );
  return lines.join('\n');
}

/** Sends one body to ingest. */
export function ingest(url: string, mitasId: string, key: string, body: string): Promise<Response> {
  return fetch(`${url}/api/ingest/${mitasId}/contacts`, {
    method: 'POST',
    headers: { authorization: `Receiver ${key}`, 'content-type': 'application/x-ndjson' },
    body,
  });
}

/**
 * Runs eight callers at once: people who read and log in and wait as `Retry-After` says, and receivers that
 * send `batch` contacts at a time.
 */
export async function loadHost(product: Product, key: string, token: string, batch = 200): Promise<HostLoad> {
  const statuses = new Map<number, number>();
  const faults: Fault[] = [];
  const stopping = new AbortController();
  let acknowledged = 0;
  const calls: (() => Promise<[call: string, answer: Response]>)[] = [
    ...['/api/app/client/account', '/api/app/client/mitas', '/api/mitashost/demo/receiver-sites'].map(
      (path) => () => reading(path),
    ),
    ...Array.from({ length: 4 }, () => sending),
    loggingIn,
  ];
  const running = calls.map(async (call) => {
    while (!stopping.signal.aborted) {
      try {
        const [name, answer] = await call();
        const text = await answer.text();
        count(answer.status);
        const retryAfter = answer.headers.get('retry-after');
        const isFine = answer.status < 300 || (answer.status === 503 && Number(retryAfter) > 0);
        if (!isFine) faults.push({ call: name, status: answer.status, retryAfter, text });
        if (name === 'ingest' && answer.ok) {
          const { accepted, duplicate } = JSON.parse(text) as { accepted: number; duplicate: number };
          acknowledged += accepted + duplicate;
        }
      } catch (error) {
        count(0);
        faults.push({
          call: 'none',
          status: 0,
          retryAfter: null,
          text: String(error instanceof Error ? (error.cause ?? error) : error),
        });
        if (product.child.exitCode !== null || product.child.signalCode !== null) return;
      }
    }
  });

  function count(status: number): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  async function reading(path: string): Promise<[string, Response]> {
    return [path, await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })];
  }
  async function sending(): Promise<[string, Response]> {
    return ['ingest', await ingest(product.url, 'demo', key, newBatch('RCB-1 Upstream', batch))];
  }
  async function loggingIn(): Promise<[string, Response]> {
    const browser = new TestBrowser(product.url);
    const answer = await browser.send('POST', '/api/public/login', { body: { username: 'demo', password: 'demo-password' } });
    // Logins are limited by address (ACC-13), and a host without its database answers at once.
    const seconds = Number(answer.headers.get('retry-after') ?? 0);
    if (seconds > 0) await setTimeout(seconds * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    return ['login', new Response(answer.text, { status: answer.status, headers: answer.headers })];
  }
  return {
    statuses,
    faults,
    acknowledged: () => acknowledged,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
