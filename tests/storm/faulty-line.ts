import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket as NodeSocket } from 'ws';
import { operationHeader } from '#model/contract/call.ts';
import { failureText } from '#model/contract/failure.ts';
import { isRefusal } from '#model/receivers/refusals.ts';
import { failureOf } from '../../src/services/http/failures.ts';

/**
 * The host's answer to an operation, and its words. 429 and 503 put the operation off, which is no refusal:
 * the console may send it again.
 */
export type Answer = { outcome: 'changed' | 'as it was' | 'refused' | 'conflict' | 'put off'; words: string };

/** Counts of what happened to one console's requests. */
export type LineFigures = {
  requests: number;
  writes: number;
  refetches: number;
  loads: number;
  lostRequests: number;
  lostReplies: number;
  cuts: number;
};

/**
 * How bad a console's line is: the share of requests that never leave, the share of replies that never
 * arrive, and the longest delay each way (ms).
 */
export type Weather = { lostRequests: number; lostReplies: number; delayMs: number };

export const calm: Weather = { lostRequests: 0, lostReplies: 0, delayMs: 0 };

/**
 * The network of one console at a field station: a `fetch` and a `WebSocket` to the real host that lose,
 * delay and cut by seeded chance. Cookies are kept as in a browser. Only messages are lost: the host still
 * executes every request that reaches it.
 */
export class FaultyLine {
  weather: Weather = calm;
  /**
   * Called when the host has answered a write, before the console receives the answer; returning true loses
   * the answer.
   */
  onWritten: (() => boolean) | null = null;
  readonly figures: LineFigures = { requests: 0, writes: 0, refetches: 0, loads: 0, lostRequests: 0, lostReplies: 0, cuts: 0 };
  /** The host's answer to each operation, whether or not the console received it; the last answer counts. */
  readonly answers = new Map<string, Answer>();
  readonly WebSocket: typeof WebSocket;
  readonly #random: () => number;
  readonly #cookies = new Map<string, string>();
  readonly #sockets = new Set<NodeSocket>();

  constructor(origin: string, random: () => number) {
    this.#random = random;
    const sockets = this.#sockets;
    class PageSocket extends NodeSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols, { perMessageDeflate: false, origin });
        sockets.add(this);
        this.once('close', () => sockets.delete(this));
      }
    }
    this.WebSocket = PageSocket as unknown as typeof WebSocket;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    const { method = 'GET' } = init;
    if (typeof input !== 'string') throw new TypeError('The client names a call by its address');
    const path = new URL(input).pathname;
    const isWrite = path.startsWith('/api/mitashost/') && method !== 'GET';
    this.figures.requests++;
    if (isWrite) this.figures.writes++;
    else if (path.endsWith('/changes')) this.figures.refetches++;
    else if (path.startsWith('/api/mitashost/')) this.figures.loads++;
    await this.#wait();
    if (this.#chance(this.weather.lostRequests)) {
      this.figures.lostRequests++;
      throw new TypeError('The request was lost on its way');
    }
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    // Reads the whole body, so that the connection is free again even if the answer is then lost.
    const text = await response.text();
    const operation = headers.get(operationHeader);
    if (operation !== null) this.answers.set(operation, answerOf(response, text));
    const isLost = isWrite && response.ok && this.onWritten?.() === true;
    await this.#wait();
    if (isLost || this.#chance(this.weather.lostReplies)) {
      this.figures.lostReplies++;
      throw new TypeError('The reply was lost on its way');
    }
    return new Response(response.status === 204 ? null : text, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };

  /** Breaks the live line, as a restarting router does. */
  cut(): void {
    this.figures.cuts++;
    for (const socket of this.#sockets) socket.terminate();
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';', 1);
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  #chance(share: number): boolean {
    return share > 0 && this.#random() < share;
  }

  async #wait(): Promise<void> {
    const ms = this.weather.delayMs * this.#random();
    if (ms >= 1) await delay(ms);
  }
}

/** Returns what a response says about its operation. */
export function answerOf(response: Pick<Response, 'ok' | 'status' | 'statusText'>, text: string): Answer {
  const { ok, status } = response;
  if (ok) {
    const { items } = JSON.parse(text) as { items?: unknown[] };
    return { outcome: items === undefined || items.length === 0 ? 'as it was' : 'changed', words: String(status) };
  }
  const failure = failureOf(response, text);
  const outcome = status === 409 ? 'conflict' : isRefusal(failure) ? 'refused' : 'put off';
  return { outcome, words: `${status}: ${failureText(failure)}` };
}
