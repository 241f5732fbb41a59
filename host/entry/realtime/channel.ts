import type { Contact } from '#model/entities/contact.ts';
import type { IncomingOf, OutgoingOf } from '#model/contract/socket-messages.ts';
import type { BusMessage } from '../../platform/bus/bus.ts';
import { ContactRing } from './contact-ring.ts';
import type { HubClient, HostCondition } from './hub-client.ts';
import type { HubSettings } from './hub-settings.ts';
import type { Gap } from './live-subscription.ts';
import { atMost, type InTurn, type Replay, StoredReplays } from './stored-replay.ts';

/** The most frames of contacts that a client gets in one flush: 100,000 contacts a second (SOCK-16). */
const framesPerFlush = 2;

/**
 * The live contacts of one system: numbers them, collects them into frames, and sends each client as many as
 * it can take. A slow client costs no memory of its own: its cursor falls behind in the ring, whose size is
 * limited.
 */
export class Channel {
  readonly mitasId: string;
  readonly ring: ContactRing;
  readonly clients = new Set<HubClient>();
  /** When the last client left, in ms. The hub later drops a channel without clients. */
  emptySince: number;
  readonly #settings: HubSettings;
  readonly #replays: StoredReplays;
  readonly #onReplayFailed: (client: HubClient, error: unknown) => void;
  readonly #condition: () => Omit<HostCondition, 'epoch'>;
  #pending: Contact[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushedAt = 0;

  constructor(options: {
    mitasId: string;
    epoch: string;
    settings: HubSettings;
    read: (sinceMs: number, limit: number, gone: AbortSignal) => Promise<Contact[]>;
    /** Runs queries of all systems in turn. Each system runs one query for stored contacts at a time. */
    inTurn: InTurn;
    onReplayFailed: (client: HubClient, error: unknown) => void;
    /** Returns the host's state for heartbeats. Called often, so it must not do any I/O. */
    condition: () => Omit<HostCondition, 'epoch'>;
  }) {
    const { mitasId, epoch, settings, read, inTurn, onReplayFailed, condition } = options;
    this.mitasId = mitasId;
    this.emptySince = Date.now();
    this.ring = new ContactRing(epoch, settings.ring);
    this.#settings = settings;
    const oneByOne = atMost(1);
    this.#replays = new StoredReplays({
      read,
      head: () => this.ring.head,
      // A system takes at most one turn at a time, so that a slow one does not delay the others.
      inTurn: (work) => oneByOne(() => inTurn(work)),
      limit: settings.maxStoredContacts,
      sharedMs: settings.replaySharedMs,
    });
    this.#onReplayFailed = onReplayFailed;
    this.#condition = condition;
  }

  /** Adds live contacts. The next flush numbers and sends them. */
  publish(contacts: readonly Contact[]): void {
    for (const contact of contacts) this.#pending.push(contact);
    this.#wake();
  }

  /** Sends a message to every client of the system, serialised once. */
  broadcast(message: BusMessage): void {
    const text = Buffer.from(JSON.stringify(message));
    for (const client of this.clients) client.send(text);
  }

  /**
   * Subscribes a client. A second subscription replaces the first, so nothing is sent twice. If the ring
   * still has the contacts after `after`, the client gets these. If not, it gets live contacts from now on
   * and, if `since` is set, the stored ones since then.
   */
  subscribe(client: HubClient, { ask, after, since }: OutgoingOf<'subscribe'>, now: number): void {
    const { ring } = this;
    if (after?.epoch === ring.epoch && after.position <= ring.head && after.position + 1 >= ring.first) {
      this.#goLive(client, ask, after.position + 1, true);
    } else if (since === undefined) {
      this.#goLive(client, ask, ring.head + 1, false);
    } else {
      const { asOf, replay } = this.#replays.since(since, ring.first, now, client.gone);
      const gap: Gap = { ask, since: StoredReplays.reach(since, now) };
      client.live.awaitGap(asOf + 1, gap);
      this.#answer(client, ask, asOf + 1, false);
      replay.then(
        (found) => {
          if (!client.live.fill(gap, found)) return;
          this.#boundReplays();
          this.#wake();
        },
        (error: unknown) => {
          if (!client.gone.aborted) this.#onReplayFailed(client, error);
        },
      );
    }
    // Skip a flush if there is nothing to send: it would only delay the coming answer.
    if (client.live.isBehind(ring.head)) this.#wake();
  }

  /**
   * Call it when contacts were stored that were never published here. Tells every client that contacts were
   * dropped, so that it requests the stored ones. Stops sharing older answers.
   */
  fillUp(): void {
    this.#replays.forgetAll();
    const { epoch } = this.ring;
    for (const client of this.clients) {
      const { next } = client.live;
      if (next !== undefined) client.sendMessage({ type: 'dropped', payload: { epoch, from: next, next } });
    }
  }

  /** Sends a client a heartbeat; `now` in ms. */
  sendHeartbeat(client: HubClient, now: number): void {
    client.sendHeartbeat({ epoch: this.ring.epoch, ...this.#condition() }, now);
  }

  /**
   * Drops old contacts and answers. Called regularly, because without new contacts nothing else would drop
   * them.
   */
  evict(now: number): void {
    this.ring.evict(now);
    this.#replays.forget(now);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #goLive(client: HubClient, ask: number | undefined, next: number, resumed: boolean): void {
    client.live.goLive(next);
    this.#answer(client, ask, next, resumed);
  }

  #answer(client: HubClient, ask: number | undefined, next: number, resumed: boolean): void {
    const { epoch, head } = this.ring;
    client.sendMessage({ type: 'subscribed', payload: { topic: 'receivers', ask, epoch, next, head, resumed } });
  }

  #wake(): void {
    if (this.#timer) return;
    const wait = Math.max(0, this.#flushedAt + this.#settings.flushMs - Date.now());
    this.#timer = setTimeout(() => this.#flush(), wait);
  }

  #flush(): void {
    this.#timer = undefined;
    this.#flushedAt = Date.now();
    if (this.#pending.length > 0) {
      this.ring.add(this.#pending, this.#flushedAt);
      this.#pending = [];
    }
    let behind = false;
    for (const client of this.clients) {
      this.#pump(client);
      behind ||= client.live.isBehind(this.ring.head);
    }
    if (behind) this.#wake();
  }

  /** Sends a client up to `framesPerFlush` frames of contacts. */
  #pump(client: HubClient): void {
    for (let sent = 0; sent < framesPerFlush && !client.isCongested; sent++) {
      if (client.live.takesStored(this.ring.head)) this.#sendStored(client);
      else if (client.live.next !== undefined) this.#sendLive(client, client.live.next);
    }
  }

  #sendLive(client: HubClient, next: number): void {
    const { epoch, first } = this.ring;
    if (next < first) {
      client.live.skipTo(first);
      const message: IncomingOf<'dropped'> = { type: 'dropped', payload: { epoch, from: next, next: first } };
      client.sendMessage(message);
    }
    const frame = this.ring.frameFrom(Math.max(next, first));
    if (!frame) return;
    client.send(frame.text);
    client.live.advance(frame.next);
  }

  #sendStored(client: HubClient): void {
    const frame = client.live.nextStored();
    if (frame !== undefined) client.send(frame);
    if (client.live.isFilled) this.#endFilling(client);
  }

  /**
   * Limits the memory of answers that wait for slow clients. Drops the oldest answers first, and tells their
   * clients that the gap is incomplete. Always keeps the newest answer.
   */
  #boundReplays(): void {
    const { maxReplayBytes } = this.#settings;
    const held = new Set<Replay>();
    for (const { live } of this.clients) if (live.replay) held.add(live.replay);
    const byAge = [...held].toSorted((one, other) => one.madeAt - other.madeAt);
    let bytes = byAge.reduce((sum, replay) => sum + replay.bytes, 0);
    for (const replay of byAge.slice(0, -1)) {
      if (bytes <= maxReplayBytes) return;
      bytes -= replay.bytes;
      for (const client of this.clients) if (client.live.replay === replay) this.#endFilling(client);
    }
  }

  /** Tells a client that no more of the gap follows. */
  #endFilling(client: HubClient): void {
    const ended = client.live.endFilling();
    if (ended === null) return;
    const { ask, since, sent, replay } = ended;
    const isWhole = sent >= replay.frames.length;
    const contacts = replay.frames[sent - 1]?.last ?? 0;
    client.sendMessage({
      type: 'gapFilled',
      payload: { ask, since, replay: replay.id, contacts, complete: isWhole && replay.complete },
    });
  }
}
