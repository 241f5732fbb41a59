import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';
import type { Bus, BusEvent } from './bus.ts';
import type { ChannelListener } from './database-line.ts';
import { Peers } from './peers.ts';
import { RelayOutbox } from './relay-outbox.ts';
import { isRelayed, readPayload, type Relayed, writePayloads } from './relayed.ts';

/** Carries payloads between host processes. A wire may also deliver them to their sender. */
export type Wire = {
  /** The largest size of a payload, in bytes. */
  readonly maxBytes: number;
  listen(listener: ChannelListener): void;
  /** Sends the payloads. Rejects if some may not have been sent. */
  send(payloads: readonly string[]): Promise<void>;
};

/** `isUp`: this process and the others receive each other's payloads. */
export type Relay = { readonly isUp: boolean; close(): Promise<void> };

export type RelayBounds = {
  /** Events published within this time (ms) are sent together. */
  gatherMs: number;
  /** Above this number of contacts and messages waiting to be sent, events are dropped. */
  maxWaiting: number;
  /** Time (ms) from a failed send to the next attempt. */
  retryMs: number;
  /**
   * Time (ms) between a process's signs of life. A process that is silent for three times as long counts as
   * gone.
   */
  heartbeatMs: number;
};

const defaultBounds: RelayBounds = { gatherMs: 25, maxWaiting: 100_000, retryMs: 1_000, heartbeatMs: 2_000 };
/** The largest number of payloads in one send. */
const maxTogether = 64;

/**
 * Sends events of this process's bus to the other host processes, and publishes theirs here (HOST-14). If
 * events may be lost (broken connection, slow process, full outbox), it publishes `missed` instead, and
 * consoles read the data again.
 */
export function startRelay({ bus, wire, log }: { bus: Bus; wire: Wire; log: Logger }, bounds: Partial<RelayBounds> = {}): Relay {
  const relay = new RunningRelay({ bus, wire, log }, { ...defaultBounds, ...bounds });
  relay.followBus();
  relay.hearOthers();
  relay.startHeartbeat();
  return relay;
}

class RunningRelay implements Relay {
  isUp = false;
  readonly #bus: Bus;
  readonly #wire: Wire;
  readonly #log: Logger;
  readonly #bounds: RelayBounds;
  readonly #origin = randomUUID();
  readonly #foreign = new WeakSet<BusEvent>();
  readonly #peers: Peers;
  readonly #outbox: RelayOutbox;
  readonly #ending = new AbortController();
  #number = 0;
  #isOverloaded = false;
  #isWarned = false;
  #isHeartbeatDue = false;
  #isLeaving = false;
  #hasLeft = false;
  #sending: Promise<void> | undefined;

  constructor({ bus, wire, log }: { bus: Bus; wire: Wire; log: Logger }, bounds: RelayBounds) {
    this.#bus = bus;
    this.#wire = wire;
    this.#log = log;
    this.#bounds = bounds;
    this.#peers = new Peers(3 * bounds.heartbeatMs);
    this.#outbox = new RelayOutbox(bounds.maxWaiting);
  }

  followBus(): void {
    const leave = this.#bus.subscribe((event) => {
      if (isRelayed(event) && event.kind !== 'missed' && !this.#foreign.has(event)) this.#passOn(event);
    });
    this.#ending.signal.addEventListener('abort', leave);
  }

  hearOthers(): void {
    this.#wire.listen({
      heard: (text) => this.#hear(text),
      begun: () => this.#begin(),
      cut: () => (this.isUp = false),
    });
  }

  startHeartbeat(): void {
    const timer = setInterval(() => this.#sendHeartbeat(), this.#bounds.heartbeatMs);
    this.#ending.signal.addEventListener('abort', () => clearInterval(timer));
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.#isLeaving = true;
    this.#wake();
    await this.#sending;
  }

  #passOn(event: Relayed): void {
    this.#outbox.add(event);
    if (this.#outbox.isFull) this.#overflow();
    this.#wake();
  }

  #overflow(): void {
    const { waiting } = this.#outbox;
    if (this.isUp && !this.#isOverloaded)
      this.#log.warn({ waiting }, 'more is published than the bus can carry; other hosts read it from the database');
    this.#isOverloaded = this.isUp;
    this.#outbox.giveUpAll();
  }

  #begin(): void {
    this.isUp = true;
    // Payloads sent before this moment were missed.
    this.#peers.forgetAll();
    this.#publish({ kind: 'missed', mitasIds: null });
    this.#wake();
  }

  #sendHeartbeat(): void {
    // A process that was killed may have stored data without announcing it.
    if (this.isUp && this.#peers.forgetLost(performance.now())) this.#publish({ kind: 'missed', mitasIds: null });
    this.#isHeartbeatDue = true;
    this.#wake();
  }

  #wake(): void {
    if (this.isUp && this.#hasWork()) this.#sending ??= this.#sendAll();
  }

  #hasWork(): boolean {
    return this.#isHeartbeatDue || (this.#isLeaving && !this.#hasLeft) || !this.#outbox.isEmpty;
  }

  async #sendAll(): Promise<void> {
    while (this.isUp && this.#hasWork()) {
      const events = this.#outbox.take();
      this.#isHeartbeatDue = false;
      try {
        await this.#send(events);
        this.#noteSent();
        await this.#pause(this.#bounds.gatherMs);
      } catch (error) {
        this.#outbox.giveUp(events);
        if (this.#ending.signal.aborted) break;
        this.#warnUnsent(error);
        await this.#pause(this.#bounds.retryMs);
      }
    }
    this.#sending = undefined;
  }

  async #send(events: readonly Relayed[]): Promise<void> {
    const isLast = this.#isLeaving;
    const nextNumber = () => (this.#number += 1);
    const payloads = writePayloads(events, { origin: this.#origin, nextNumber, maxBytes: this.#wire.maxBytes, isLast });
    for (let start = 0; start < payloads.length; start += maxTogether)
      await this.#wire.send(payloads.slice(start, start + maxTogether));
    this.#hasLeft = isLast;
  }

  #noteSent(): void {
    this.#isWarned = false;
    if (this.#outbox.waiting < this.#bounds.maxWaiting / 2) this.#isOverloaded = false;
  }

  #warnUnsent(error: unknown): void {
    const reason = errorText(error);
    if (!this.#isWarned) this.#log.warn({ reason }, 'other hosts could not be notified; they read changes from the database');
    this.#isWarned = true;
  }

  #hear(text: string): void {
    const payload = readPayload(text);
    if (payload === null) return this.#log.debug({ bytes: text.length }, 'another host said what this version does not know');
    if (payload.origin === this.#origin) return;
    const isWhole = this.#peers.hear(payload.origin, payload.number, performance.now());
    if (!isWhole) this.#publish({ kind: 'missed', mitasIds: null });
    for (const event of payload.events) this.#publish(event);
    if (payload.isLast) this.#peers.leave(payload.origin);
  }

  #publish(event: Relayed): void {
    this.#foreign.add(event);
    this.#bus.publish(event);
  }

  async #pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.#ending.signal }).catch(() => undefined);
  }
}
