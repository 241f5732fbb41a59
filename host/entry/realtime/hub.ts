import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { AsOf } from '#model/changes/change.ts';
import { closeCodes, type StorageState } from '#model/contract/socket-messages.ts';
import type { Authority } from '../../domain/accounts/authority.ts';
import type { StoredContacts } from '../../domain/contacts/stored-contacts.ts';
import type { Bus, BusEvent } from '../../platform/bus/bus.ts';
import { Channel } from './channel.ts';
import { type CommandPort, receiveFrame } from './conversation.ts';
import { UpgradeHandler } from './upgrade-handler.ts';
import type { HubBorder } from './handshake.ts';
import type { HubClient } from './hub-client.ts';
import { HubClients } from './hub-clients.ts';
import type { HubLog } from './hub-log.ts';
import type { HubStats } from './hub-stats.ts';
import { defaultHubSettings, type HubSettings } from './hub-settings.ts';
import { seesJobsOf } from './job-readers.ts';
import { MembershipJudge } from './membership-judge.ts';
import { invalidate, publishChange } from './publish-change.ts';
import { atMost, type InTurn } from './stored-replay.ts';

export type HubOptions = {
  /** The port; 0 means any free port. */
  port: number;
  bind: string;
  /** The certificate and key for wss, as PEM texts. */
  tls?: { cert: string; key: string } | undefined;
  authority: Authority;
  bus: Bus;
  storedContacts: StoredContacts;
  /**
   * Returns whether the disk has room, for each heartbeat. Called often, so it must not do any I/O. By
   * default there is enough.
   */
  storage?: (() => StorageState) | undefined;
  /** Returns the last published change of a system. Without this function, heartbeats name no change. */
  changes?: ((mitasId: string) => AsOf | undefined) | undefined;
  /** Stores commands. Without it, commands are answered with `refused`. */
  commands?: CommandPort | undefined;
  /** Decides which pages may open a socket, and by which host names. */
  border: HubBorder;
  log: HubLog;
  settings?: Partial<HubSettings> | undefined;
};

export type Hub = {
  port: number;
  stats(): HubStats;
  /** Returns true while a console shows the system. */
  isWatched(mitasId: string): boolean;
  close(): Promise<void>;
};

/**
 * Starts the websocket hub on its own port (SOCK-1, SOCK-7). Resolves when it listens; rejects if the port is
 * taken. A client needs a valid token, an allowed Origin and a membership. It is disconnected when the token
 * expires, the session or membership ends, or the system is switched off.
 */
export async function startHub(options: HubOptions): Promise<Hub> {
  const hub = new RunningHub(options);
  await hub.listen();
  return hub;
}

/** How long clients may take to disconnect when the hub closes. */
const farewellMs = 500;

const askForUpgrade: RequestListener = (_request, response) => {
  response.writeHead(426, { Connection: 'close', Upgrade: 'websocket' }).end();
};

class RunningHub implements Hub {
  port: number;
  readonly #options: HubOptions;
  readonly #settings: HubSettings;
  readonly #server: Server;
  readonly #upgradeHandler: UpgradeHandler;
  readonly #channels = new Map<string, Channel>();
  readonly #clients: HubClients;
  readonly #judge: MembershipJudge;
  readonly #inTurn: InTurn;
  #leaveBus = () => {};
  #sweeper: NodeJS.Timeout | undefined;

  constructor(options: HubOptions) {
    const { tls, authority, border, log } = options;
    this.port = options.port;
    this.#options = options;
    this.#settings = { ...defaultHubSettings, ...options.settings };
    const clients = new HubClients(this.#settings.endedMemoryMs, (client) => this.#welcome(client));
    this.#clients = clients;
    this.#judge = new MembershipJudge({ authority, log, clients });
    this.#inTurn = atMost(this.#settings.maxReplayQueries);
    this.#server = tls ? createTlsServer(tls, askForUpgrade) : createServer(askForUpgrade);
    this.#server.headersTimeout = this.#settings.handshakeMs;
    this.#upgradeHandler = new UpgradeHandler({ authority, border, log, settings: this.#settings, clients });
    this.#server.on('upgrade', (request, stream, head) => this.#upgradeHandler.upgrade(request, stream, head));
  }

  async listen(): Promise<void> {
    const { port, bind, bus, log } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, bind, resolve);
    });
    this.port = (this.#server.address() as AddressInfo).port;
    this.#server.on('error', (error) => log.error({ error }, 'The websocket server failed'));
    this.#leaveBus = bus.subscribe((event) => this.#receive(event));
    this.#sweeper = setInterval(() => this.#sweep(Date.now()), this.#settings.sweepMs);
  }

  stats(): HubStats {
    const clients = this.#clients.all();
    return {
      clients: clients.length,
      subscribed: clients.filter(({ live }) => live.next !== undefined).length,
      frames: this.#clients.frames,
      dropped: clients.reduce((sum, { live }) => sum + live.dropped, 0),
      maxUnsentBytes: Math.max(0, ...clients.map(({ socket }) => socket.bufferedAmount)),
      endedSessions: this.#clients.endedSessions,
      systems: [...this.#channels.values()].map(({ mitasId, clients: watching, ring }) => ({
        mitasId,
        clients: watching.size,
        kept: ring.size,
        head: ring.head,
      })),
    };
  }

  isWatched(mitasId: string): boolean {
    return (this.#channels.get(mitasId)?.clients.size ?? 0) > 0;
  }

  async close(): Promise<void> {
    this.#leaveBus();
    clearInterval(this.#sweeper);
    this.#upgradeHandler.close();
    const gone = this.#clients.all().map(({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
    for (const { socket } of this.#clients.all()) socket.close(closeCodes.goingDown, 'The host is going down');
    const timer = setTimeout(() => this.#clients.all().forEach(({ socket }) => socket.terminate()), farewellMs);
    await Promise.all(gone);
    clearTimeout(timer);
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #welcome(client: HubClient): void {
    const { authority, commands, log } = this.#options;
    const channel = this.#channelOf(client.mitasId);
    const parties = { authority, commands, log };
    // Call first what may throw, so that a failed client is not registered.
    channel.sendHeartbeat(client, Date.now());
    channel.clients.add(client);
    // `ws` passes each message as one Buffer, unless another binaryType is set.
    client.socket.on('message', (data, isBinary) => receiveFrame(client, channel, data as Buffer, isBinary, parties));
    client.socket.on('pong', () => client.noteHeard(Date.now()));
    client.socket.on('close', (code) => {
      this.#clients.remove(client);
      channel.clients.delete(client);
      client.live.end();
      if (channel.clients.size === 0) channel.emptySince = Date.now();
      log.info({ code, mitasId: client.mitasId, userId: client.userId, dropped: client.live.dropped }, 'A console left');
    });
    log.info({ mitasId: client.mitasId, userId: client.userId }, 'A console came');
  }

  #channelOf(mitasId: string): Channel {
    const { storedContacts, log, storage = () => 'ok' as const, changes } = this.#options;
    let channel = this.#channels.get(mitasId);
    if (!channel) {
      channel = new Channel({
        mitasId,
        epoch: randomUUID(),
        settings: this.#settings,
        read: (sinceMs, limit, gone) => storedContacts(mitasId, sinceMs, limit, gone),
        inTurn: this.#inTurn,
        condition: () => ({ storage: storage(), changes: changes?.(mitasId) }),
        onReplayFailed: (client, error) => {
          log.error({ error, mitasId }, 'The stored contacts of a gap could not be read; the client will ask again');
          client.socket.close(closeCodes.hostFailed, 'The stored contacts could not be read');
        },
      });
      this.#channels.set(mitasId, channel);
    }
    return channel;
  }

  #receive(event: BusEvent): void {
    switch (event.kind) {
      case 'contacts':
        return this.#channels.get(event.mitasId)?.publish(event.contacts);
      case 'heard':
      case 'newestContacts':
        // Consoles get the results of these events as other messages.
        return;
      case 'message':
        return this.#channels.get(event.mitasId)?.broadcast(event.message);
      case 'accessKeyRevoked':
        // Programs with access keys do not use the websocket.
        return;
      case 'sessionEnded':
        this.#clients.noteEnded(event.sessionId, Date.now());
        return this.#clients.where(({ sessionId }) => sessionId === event.sessionId).forEach(expel);
      case 'membershipChanged': {
        const theirs = this.#clients.where(({ userId }) => userId === event.userId);
        invalidate(theirs, ['systems']);
        return this.#judge.judge(theirs.filter(({ mitasId }) => mitasId === event.mitasId));
      }
      case 'accountChanged':
        // The list of systems also shows which alarms the person has seen, and their mail settings.
        return this.#invalidate(({ userId }) => userId === event.userId, ['account', 'systems']);
      case 'changed':
        return this.#publishChange(event);
      case 'changesLost': {
        const there = this.#clients.where(({ mitasId }) => mitasId === event.mitasId);
        for (const client of there) this.#channelOf(client.mitasId).sendHeartbeat(client, Date.now());
        // The lost changes may have concerned members or the system itself.
        return this.#judge.judge(there);
      }
      case 'systemChanged': {
        const concerned = new Set(event.userIds);
        const there = this.#clients.where(({ mitasId }) => mitasId === event.mitasId);
        this.#invalidate(({ mitasId, userId }) => mitasId !== event.mitasId && concerned.has(userId), ['systems']);
        invalidate(there, ['systems', 'config']);
        return this.#judge.judge(there);
      }
      case 'missed':
        return this.#fillUp(event.mitasIds);
      case 'jobsChanged':
        return this.#invalidate(seesJobsOf(event.mitasIds), ['jobs']);
      case 'systemsChanged': {
        const changed = new Set(event.mitasIds);
        // Anyone's list of systems may contain a changed one. The details of a system matter only to consoles
        // that show it.
        this.#invalidate(({ mitasId }) => !changed.has(mitasId), ['systems']);
        this.#invalidate(({ mitasId }) => changed.has(mitasId), ['systems', 'config', 'fleet']);
        return this.#judge.judge(this.#clients.all());
      }
    }
  }

  /** Makes consoles load from the database what this host missed from other hosts. */
  #fillUp(mitasIds: readonly string[] | null): void {
    const missed = mitasIds === null ? null : new Set(mitasIds);
    for (const [mitasId, channel] of this.#channels) if (missed?.has(mitasId) !== false) channel.fillUp();
    this.#invalidate(({ mitasId }) => missed?.has(mitasId) !== false, ['fleet', 'states', 'alarms', 'commands', 'dumpFiles']);
    if (missed === null) this.#invalidate(() => true, ['account', 'systems']);
  }

  #publishChange({ mitasId, entities, ...published }: Extract<BusEvent, { kind: 'changed' }>): void {
    // Makes handshakes in progress check the membership again.
    if (entities.includes('member')) this.#clients.noteMembershipChange();
    publishChange([...(this.#channels.get(mitasId)?.clients ?? [])], { ...published, entities });
  }

  #invalidate(matches: (client: HubClient) => boolean, what: Parameters<typeof invalidate>[1]): void {
    invalidate(this.#clients.where(matches), what);
  }

  #sweep(now: number): void {
    for (const client of this.#clients.all()) {
      if (client.hasExpired(now)) expel(client);
      else if (client.isSilent(now)) client.socket.terminate();
      else {
        client.pingWhenDue(now);
        if (client.isHeartbeatDue(now)) this.#channelOf(client.mitasId).sendHeartbeat(client, now);
      }
    }
    for (const [mitasId, channel] of this.#channels) {
      channel.evict(now);
      const isLeft = channel.clients.size === 0 && now - channel.emptySince > this.#settings.ring.maxAgeMs;
      if (isLeft) {
        channel.close();
        this.#channels.delete(mitasId);
      }
    }
    this.#clients.forgetEnded(now);
  }
}

function expel(client: HubClient): void {
  client.socket.close(closeCodes.unauthorized, 'The session has ended or its token has expired');
}
