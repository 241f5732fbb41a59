import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Sequence, type Taken, isBehind, startSequence, takeChange, takeHeard, takeLoad } from '#model/journal/sequence.ts';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import { bearerProtocolPrefix, socketPath, socketProtocol } from '#model/contract/socket-messages.ts';
import { type ReadModels, foldReadModels, noReadModels } from '#model/journal/read-models/read-models.ts';
import { createHttpClient } from '../../../src/services/http/http-client.ts';
import { loadResource } from '../../../src/services/session/load-resource.ts';
import { createTokenStore } from '../../../src/services/storage/token-store.ts';

export type LightConsoleOptions = {
  url: string;
  wsPort: number;
  mitasId: string;
  token: string;
  onShown: (shown: ReadModels) => void;
};

/**
 * Only the part of a console that handles changes: a live line to the real host, whose messages the product's
 * own parts decode, order and fold. A hundred whole sessions in one process would measure themselves.
 */
export class LightConsole {
  /**
   * How often it would have had to ask the host, for missing changes or for data that it was told to load
   * again.
   */
  wouldAsk = 0;
  shown: ReadModels = noReadModels;
  #sequence: Sequence = startSequence();
  readonly #onShown: (shown: ReadModels) => void;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket, onShown: LightConsoleOptions['onShown']) {
    this.#socket = socket;
    this.#onShown = onShown;
  }

  /**
   * Opens the line, then loads the fleet once, as the product does.
   * @throws Error when the host refuses the connection.
   */
  static async open({ url, wsPort, mitasId, token, onShown }: LightConsoleOptions): Promise<LightConsole> {
    const address = `ws://127.0.0.1:${wsPort}${socketPath(mitasId)}`;
    const socket = new WebSocket(address, [socketProtocol, bearerProtocolPrefix + token], {
      origin: url,
      perMessageDeflate: false,
    });
    const console = new LightConsole(socket, onShown);
    socket.on('message', (data: Buffer) => console.#hear(data.toString()));
    await once(socket, 'open');
    const kept = new Map<string, string>();
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => void kept.set(key, value),
      remove: (key: string) => void kept.delete(key),
    };
    const tokens = createTokenStore(storage, { now: Date.now });
    tokens.keep(token);
    const http = createHttpClient({ baseUrl: url, fetch, tokens, alone: (task) => task(), onSessionLost: () => {} });
    const { asOf, facts } = await loadResource(http, { mitasId, name: 'fleet' }, AbortSignal.timeout(30_000));
    if (asOf === null) throw new Error('The fleet came without its revision');
    console.#take(takeLoad(console.#sequence, asOf, facts));
    return console;
  }

  close(): void {
    this.#socket.terminate();
  }

  #hear(text: string): void {
    const decoded = decodeIncoming(text);
    if (!decoded.ok) throw new Error(`The host sent what the console cannot read: ${decoded.reason.text}`);
    const message = decoded.value;
    if (message.type === 'changed') this.#take(takeChange(this.#sequence, message.payload.epoch, message.payload));
    if (message.type === 'heartbeat' && message.payload.changes !== undefined)
      this.#take(takeHeard(this.#sequence, message.payload.changes));
    if (message.type === 'invalidate') this.wouldAsk += message.payload.length;
  }

  #take({ sequence, entries, begun, reload }: Taken): void {
    this.#sequence = sequence;
    if (isBehind(sequence) || begun === 'epoch' || reload) this.wouldAsk++;
    let next = this.shown;
    for (const entry of entries) if (entry.type === 'happened') next = foldReadModels(next, entry.fact);
    if (next === this.shown) return;
    this.shown = next;
    this.#onShown(next);
  }
}
