import { afterEach, beforeEach } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import type { CommandPort } from '../../host/entry/realtime/conversation.ts';
import type { HubSettings } from '../../host/entry/realtime/hub-settings.ts';
import { decodeIncoming } from '#model/contract/decode-frame.ts';
import {
  bearerProtocolPrefix,
  type Incoming,
  type IncomingOf,
  type IncomingType,
  socketPath,
  socketProtocol,
} from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { type ContactStore, hubStage, type HubStage, pageOrigin, quickHub, until } from './live-stage.ts';

/** Returns a store that lasts as long as the test; `reads` counts its queries. */
export function memoryStore(): ContactStore & { reads: number } {
  const stored: Contact[] = [];
  const store = {
    reads: 0,
    insert: async (_: string, contacts: readonly Contact[]) => {
      stored.push(...contacts);
      return contacts;
    },
    newest: async (_: string, since: number, limit: number) => {
      store.reads++;
      return stored.filter(({ ts }) => ts >= since).slice(-limit);
    },
  };
  return store;
}

/**
 * A bare websocket client, and everything it received. `code` is how it was closed, `status` how its upgrade
 * was refused.
 */
export type Peer = {
  socket: WebSocket;
  heard: Incoming[];
  frames: { text: string; at: number }[];
  code: number | undefined;
  status: number | undefined;
};

/** How a client connects. `origin` null sends none; `pongs` false leaves pings unanswered. */
export type Knock = { origin?: string | null; protocols?: string[]; path?: string; pongs?: boolean };

export type PeerStage = {
  /** The hub of the running test. */
  readonly hub: HubStage;
  /** Ends the hub and starts another with these settings and store. */
  beginAnew(settings: Partial<HubSettings>, store?: ContactStore, commands?: CommandPort): Promise<void>;
  knock(how?: Knock): Peer;
  /** Connects, and waits for the greeting. */
  enter(how?: Knock): Promise<Peer>;
};

export function bearer(token: string): string[] {
  return [socketProtocol, bearerProtocolPrefix + token];
}

export function heardOf<T extends IncomingType>(peer: Peer, type: T): IncomingOf<T>[] {
  return peer.heard.filter((message) => message.type === type) as IncomingOf<T>[];
}

export function codesOf(peer: Peer): number[] {
  return heardOf(peer, 'contact')
    .flatMap(({ payload }) => payload)
    .map(({ code }) => code);
}

export function say({ socket }: Peer, message: object): void {
  socket.send(JSON.stringify(message));
}

export async function subscribe(peer: Peer, more: object = {}): Promise<IncomingOf<'subscribed'>['payload']> {
  const before = heardOf(peer, 'subscribed').length;
  say(peer, { type: 'subscribe', payload: 'receivers', ...more });
  await until('the answer', () => heardOf(peer, 'subscribed').length > before);
  return heardOf(peer, 'subscribed').at(-1)!.payload;
}

/** Returns the text of a frame. */
export function textOf(data: RawData): string {
  return (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)).toString();
}

/**
 * Sets up a hub for each test of the calling file, with the token `token` of a member of `demo`, and takes it
 * down afterwards.
 */
export function peerStage(): PeerStage {
  let hub: HubStage;
  let peers: Peer[];

  const begin = async (settings: Partial<HubSettings>, store: ContactStore, commands?: CommandPort): Promise<void> => {
    hub = await hubStage(store, settings, commands);
    hub.authority.grant('token');
    hub.authority.join(1, 'demo');
  };

  const stage: PeerStage = {
    get hub() {
      return hub;
    },
    async beginAnew(settings, store = memoryStore(), commands) {
      await hub.close();
      await begin(settings, store, commands);
    },
    knock({ origin = pageOrigin, protocols = bearer('token'), path = socketPath('demo'), pongs = true } = {}) {
      const socket = new WebSocket(`ws://127.0.0.1:${hub.hub.port}${path}`, protocols, {
        ...(origin === null ? {} : { origin }),
        perMessageDeflate: false,
        autoPong: pongs,
      });
      const peer: Peer = { socket, heard: [], frames: [], code: undefined, status: undefined };
      socket.on('message', (data) => {
        const text = textOf(data);
        const decoded = decodeIncoming(text);
        peer.frames.push({ text, at: performance.now() });
        if (decoded.ok) peer.heard.push(decoded.value);
      });
      socket.on('unexpected-response', (request, response) => {
        peer.status = response.statusCode;
        request.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', (code) => (peer.code = code));
      peers.push(peer);
      return peer;
    },
    async enter(how) {
      const peer = stage.knock(how);
      await until('the greeting', () => heardOf(peer, 'heartbeat').length > 0);
      return peer;
    },
  };

  beforeEach(async () => {
    peers = [];
    await begin(quickHub, memoryStore());
  });

  afterEach(async () => {
    for (const { socket } of peers) socket.terminate();
    await hub.close();
  });
  return stage;
}
