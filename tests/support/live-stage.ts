import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket as NodeSocket } from 'ws';
import { type Actor, createActor, createMachine, type EventObject, fromCallback } from 'xstate';
import type { Authority, Caller, Membership } from '../../host/domain/accounts/authority.ts';
import { type Bus, createLocalBus } from '../../host/platform/bus/bus.ts';
import type { CommandPort } from '../../host/entry/realtime/conversation.ts';
import type { HubBorder } from '../../host/entry/realtime/handshake.ts';
import { type Hub, startHub } from '../../host/entry/realtime/hub.ts';
import type { HubSettings } from '../../host/entry/realtime/hub-settings.ts';
import type { StoredContacts } from '../../host/domain/contacts/stored-contacts.ts';
import { socketPath, type StorageState } from '#model/contract/socket-messages.ts';
import type { Contact } from '#model/entities/contact.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { connectionLogic } from '../../src/machines/socket/connection.ts';
import type { SocketDelivery, SocketFact } from '../../src/machines/socket/socket-events.ts';
import { type ContactFeedRef, contactFeedMachine } from '../../src/machines/socket/contact-feed-machine.ts';
import { lineMachine } from '../../src/machines/socket/line-machine.ts';
import { selectContactFeed } from '../../src/machines/socket/socket-selectors.ts';
import { pageMachine } from '../../src/machines/page/page-machine.ts';
import { surroundingsLogic } from '../../src/machines/page/surroundings-logic.ts';
import { socketOpener } from '../../src/services/socket/browser-socket.ts';
import type { OpenSocket } from '../../src/services/socket/socket-port.ts';
import type { SurroundingsChange } from '../../src/services/ports.ts';

export const pageOrigin = 'http://127.0.0.1:8080';

/** Accepts pages of one origin, under any host name. */
const openBorder: HubBorder = {
  isAllowedOrigin: (origin) => origin === pageOrigin,
  misdirection: () => null,
  addressOf: ({ socket }) => socket.remoteAddress ?? '',
};

/** Hub times that let a test see within a second what takes a minute in the product. */
export const quickHub: Partial<HubSettings> = {
  flushMs: 10,
  pingMs: 100,
  silenceMs: 500,
  heartbeatMs: 100,
  sweepMs: 20,
  handshakeMs: 2_000,
  replaySharedMs: 50,
};

/** The machine's times, shortened likewise. */
export const quickDelays = {
  connectTimeout: 400,
  replyTimeout: 400,
  silence: 500,
  quiet: 250,
  quietTick: 100,
  settled: 150,
  backOff: 20,
  tokenTimeout: 1_000,
  gapWait: 120,
  storedWait: 500,
};

/** How long a page is hidden before its line rests, in ms. */
const quickHiddenLimit = 60;

/** Returns the class `WebSocket` of `ws` as the browser's, with the Origin that a page would send. */
export function pageSocket(origin: string | undefined = pageOrigin): typeof WebSocket {
  class PageSocket extends NodeSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { perMessageDeflate: false, ...(origin === undefined ? {} : { origin }) });
    }
  }
  return PageSocket as unknown as typeof WebSocket;
}

/** An authority whose tokens and members are set by the test. */
export class TestAuthority implements Authority {
  readonly tokens = new Map<string, Caller>();
  readonly members = new Map<string, 0 | 1 | 2 | 3 | 4>();
  /** The states of systems; by default they run. */
  readonly states = new Map<string, Membership['state']>();
  /** When systems expire, in ms since the epoch. */
  readonly expiries = new Map<string, number>();

  grant(token: string, caller: Partial<Caller> = {}): string {
    this.tokens.set(token, { userId: 1, sessionId: 'session-1', expiresAt: Date.now() + 600_000, ...caller });
    return token;
  }

  join(userId: number, mitasId: string, role: 0 | 1 | 2 | 3 | 4 = 1): void {
    this.members.set(`${userId}@${mitasId}`, role);
  }

  leave(userId: number, mitasId: string): void {
    this.members.delete(`${userId}@${mitasId}`);
  }

  async authenticate(token: string): Promise<Caller | null> {
    const caller = this.tokens.get(token);
    return caller && caller.expiresAt > Date.now() ? caller : null;
  }

  async membership(userId: number, mitasId: string): Promise<Membership | null> {
    const role = this.members.get(`${userId}@${mitasId}`);
    if (role === undefined) return null;
    const [state, expiry] = [this.states.get(mitasId) ?? 'running', this.expiries.get(mitasId) ?? null];
    return { role, state, timezone: 'UTC', expiry };
  }
}

/** The hub's log as text, so that a test can search it for secrets. */
export type LoggedLines = {
  lines: string[];
  log: { [level in 'info' | 'warn' | 'error']: (details: object, text: string) => void };
};

export function logLines(): LoggedLines {
  const lines: string[] = [];
  const write = (level: string) => (details: object, text: string) =>
    void lines.push(`${level} ${text} ${JSON.stringify(details)}`);
  return { lines, log: { info: write('info'), warn: write('warn'), error: write('error') } };
}

/** A hub with everything it needs. `store` keeps what is published, so that gaps can be filled. */
export type HubStage = {
  hub: Hub;
  bus: Bus;
  authority: TestAuthority;
  logged: LoggedLines;
  /** The state of the disk that the hub sees. */
  disk: { storage: StorageState };
  /** Stores contacts and publishes the new ones to the hub, like ingest. */
  publish(contacts: readonly Contact[], mitasId?: string): Promise<void>;
  /** Ends the hub and starts another on the same bus and store, on a new port. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

export type ContactStore = {
  insert(mitasId: string, contacts: readonly Contact[]): Promise<readonly Contact[]>;
  newest: StoredContacts;
};

export async function hubStage(
  store: ContactStore,
  settings: Partial<HubSettings> = quickHub,
  commands?: CommandPort,
): Promise<HubStage> {
  const bus = createLocalBus();
  const authority = new TestAuthority();
  const logged = logLines();
  const disk = { storage: 'ok' as StorageState };
  const begin = () =>
    startHub({
      port: 0,
      bind: '127.0.0.1',
      authority,
      bus,
      storedContacts: store.newest,
      border: openBorder,
      log: logged.log,
      storage: () => disk.storage,
      settings,
      commands,
    });
  const stage: HubStage = {
    hub: await begin(),
    bus,
    authority,
    logged,
    disk,
    async publish(contacts, mitasId = 'demo') {
      const accepted = await store.insert(mitasId, contacts);
      bus.publish({ kind: 'contacts', mitasId, contacts: [...accepted] });
    },
    async restart() {
      await stage.hub.close();
      stage.hub = await begin();
    },
    close: () => stage.hub.close(),
  };
  return stage;
}

/**
 * A console's live line: the real machine and adapters, a parent that receives its facts, and a window that
 * stores the contacts.
 */
export type ConsoleLine = {
  socket: Actor<typeof lineMachine>;
  feed: ContactFeedRef;
  window: ContactWindow;
  /** The codes of delivered contacts, in order. In these tests each contact has its own code. */
  codes: number[];
  messages: SocketDelivery[];
  facts: SocketFact[];
  rejected: string[];
  /** The sockets that the console has open or is opening, and the most at any time. */
  sockets: { live: number; most: number };
  /** Reports a change around the page. */
  around(change: SurroundingsChange): void;
  subscribe(): void;
  unsubscribe(): void;
  stop(): void;
};

export type LineOptions = {
  port: number;
  /** The page's origin. */
  origin?: string;
  mitasId?: string;
  accessToken?: () => string | null;
  delays?: Partial<typeof quickDelays & { hiddenLimit: number }>;
  /** Called with each fact. */
  onFact?: (fact: SocketFact, line: ConsoleLine) => void;
};

export function consoleLine({
  port,
  origin = pageOrigin,
  mitasId = 'demo',
  accessToken = () => 'token',
  delays,
  onFact,
}: LineOptions): ConsoleLine {
  const window = new ContactWindow();
  const codes: number[] = [];
  const messages: SocketDelivery[] = [];
  const facts: SocketFact[] = [];
  const rejected: string[] = [];
  const sockets = { live: 0, most: 0 };
  const listeners = new Set<(change: SurroundingsChange) => void>();
  const machine = lineMachine.provide({
    actors: {
      connection: connectionLogic({ openSocket: counting(socketOpener(pageSocket(origin)), sockets), accessToken }),
      contactFeed: contactFeedMachine.provide({ delays: { ...quickDelays, ...delays } }),
      page: pageMachine.provide({
        actors: {
          surroundings: surroundingsLogic({
            subscribe(listener) {
              listeners.add(listener);
              return () => listeners.delete(listener);
            },
          }),
        },
        delays: { hiddenLimit: delays?.hiddenLimit ?? quickHiddenLimit },
      }),
    },
    actions: {
      logRejected: (_, { reason }) => void rejected.push(reason),
    },
    delays: { ...quickDelays, ...delays },
  });
  const subscriber = fromCallback<SocketDelivery & EventObject>(({ receive }) => {
    receive((event) => {
      if (event.type === 'message.received') return void messages.push(event);
      window.append(event.contacts, Date.now());
      for (const contact of event.contacts) codes.push(contact.code);
    });
  });
  const parent = createActor(
    createMachine({
      invoke: [
        {
          id: 'socket',
          src: machine,
          input: {
            url: `ws://127.0.0.1:${port}${socketPath(mitasId)}`,
            origin,
            mitasId,
            random: Math.random,
            now: Date.now,
          },
        },
        { id: 'subscriber', src: subscriber },
      ],
      on: { '*': { actions: ({ event }) => hearFact(event as SocketFact) } },
    }),
  );
  const hearFact = (fact: SocketFact) => {
    facts.push(fact);
    onFact?.(fact, line);
  };
  parent.start();
  const children = parent.getSnapshot().children as unknown as Record<string, Actor<typeof lineMachine>>;
  const socket = children['socket']!;
  const types = ['contact', 'newRxState', 'invalidate', 'refused'] as const;
  const line: ConsoleLine = {
    socket,
    feed: selectContactFeed(socket.getSnapshot())!,
    window,
    codes,
    messages,
    facts,
    rejected,
    sockets,
    around: (change) => listeners.forEach((listener) => listener(change)),
    subscribe: () => socket.send({ type: 'subscription.added', subscriber: children['subscriber']!, types }),
    unsubscribe: () => socket.send({ type: 'subscription.removed', subscriber: children['subscriber']!, types }),
    stop: () => parent.stop(),
  };
  socket.send({ type: 'line.connect' });
  return line;
}

/** Wraps an opener to count its open sockets. */
function counting(openSocket: OpenSocket, count: { live: number; most: number }): OpenSocket {
  return (address, listener) => {
    let isLive = true;
    const leave = () => {
      if (isLive) count.live--;
      isLive = false;
    };
    count.live++;
    count.most = Math.max(count.most, count.live);
    const closed = (code: number, reason: string) => {
      leave();
      listener.closed(code, reason);
    };
    const socket = openSocket(address, { heard: (text) => listener.heard(text), closed });
    return {
      send: (text) => socket.send(text),
      close() {
        leave();
        socket.close();
      },
    };
  };
}

/** Waits until `condition` is true; fails with `what` after ten seconds. */
export async function until(what: string, condition: () => boolean, patienceMs = 10_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain for: ${what}`);
    await delay(3);
  }
}
