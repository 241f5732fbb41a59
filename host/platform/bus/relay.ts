import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';
import type { Bus, BusEvent } from './bus.ts';
import type { ChannelListener } from './database-line.ts';
import { Peers } from './peers.ts';
import { isRelayed, readPayload, type Relayed, writePayloads } from './relayed.ts';

/** What carries payloads from one host process to the others (and may bring them back to their sender). */
export type Wire = {
  /** The longest payload. */
  readonly maxBytes: number;
  listen(listener: ChannelListener): void;
  /** Rejects where it cannot be known that all were sent. */
  send(payloads: readonly string[]): Promise<void>;
};

/** `isUp`: the others hear this process, and it them. */
export type Relay = { readonly isUp: boolean; close(): Promise<void> };

export type RelayBounds = {
  /** What is published within this time (ms) goes together. */
  gatherMs: number;
  /** Contacts and messages that wait to be sent. */
  maxWaiting: number;
  /** After so long (ms) it is said again what was missed, where it could not be said. */
  retryMs: number;
  /** Each process is heard this often (ms); one that is not for three times as long is gone. */
  beatMs: number;
};

const defaultBounds: RelayBounds = { gatherMs: 25, maxWaiting: 100_000, retryMs: 1_000, beatMs: 2_000 };
/** Payloads that are sent at once. */
const maxTogether = 64;

/**
 * Tells the other host processes what is published on this one's bus, and publishes here what they tell
 * (HOST-14). Whatever gets lost on the way (a cut, a process that is too slow, more than can wait) is in the
 * database: that something was missed is published in its place, and consoles look there.
 */
export function startRelay({ bus, wire, log }: { bus: Bus; wire: Wire; log: Logger }, bounds: Partial<RelayBounds> = {}): Relay {
  const { gatherMs, maxWaiting, retryMs, beatMs } = { ...defaultBounds, ...bounds };
  const ending = new AbortController();
  const origin = randomUUID();
  const foreign = new WeakSet<BusEvent>();
  const peers = new Peers(3 * beatMs);
  let number = 0;
  let waiting: Relayed[] = [];
  let waitingCount = 0;
  /** Of which systems the others missed something; null: of all. */
  let unsaid: Set<string> | null = new Set();
  let isUp = false;
  let isOverloaded = false;
  let isWarned = false;
  let isBeatDue = false;
  let isLeaving = false;
  let hasLeft = false;
  let sending: Promise<void> | undefined;

  const leave = bus.subscribe((event) => {
    if (!isRelayed(event) || event.kind === 'missed' || foreign.has(event)) return;
    waiting.push(event);
    waitingCount += event.kind === 'contacts' ? event.contacts.length : 1;
    if (waitingCount > maxWaiting) overflow();
    wake();
  });

  function overflow(): void {
    if (isUp && !isOverloaded)
      log.warn({ waiting: waitingCount }, 'more is published than other hosts can be told: they read it from the database');
    isOverloaded = isUp;
    giveUp(waiting);
    [waiting, waitingCount] = [[], 0];
  }

  function giveUp(events: readonly Relayed[]): void {
    for (const event of events) {
      if (event.kind === 'accountChanged' || (event.kind === 'missed' && event.mitasIds === null)) unsaid = null;
      else if (event.kind === 'missed') event.mitasIds?.forEach((mitasId) => unsaid?.add(mitasId));
      else unsaid?.add(event.mitasId);
    }
  }

  function wake(): void {
    if (isUp && hasWork()) sending ??= sendAll();
  }

  function hasWork(): boolean {
    return isBeatDue || (isLeaving && !hasLeft) || waiting.length > 0 || unsaid === null || unsaid.size > 0;
  }

  async function sendAll(): Promise<void> {
    while (isUp && hasWork()) {
      const events = take();
      try {
        await send(events);
        isWarned = false;
        if (waitingCount < maxWaiting / 2) isOverloaded = false;
        await pause(gatherMs);
      } catch (error) {
        giveUp(events);
        if (ending.signal.aborted) break;
        if (!isWarned)
          log.warn(
            { reason: errorText(error) },
            'other hosts could not be told what is live here: they read it from the database',
          );
        isWarned = true;
        await pause(retryMs);
      }
    }
    sending = undefined;
  }

  async function send(events: readonly Relayed[]): Promise<void> {
    const isLast = isLeaving;
    const nextNumber = () => (number += 1);
    const payloads = writePayloads(events, { origin, nextNumber, maxBytes: wire.maxBytes, isLast });
    for (let start = 0; start < payloads.length; start += maxTogether)
      await wire.send(payloads.slice(start, start + maxTogether));
    hasLeft = isLast;
  }

  function take(): Relayed[] {
    const events = waiting;
    if (unsaid === null || unsaid.size > 0) events.unshift({ kind: 'missed', mitasIds: unsaid && [...unsaid] });
    [waiting, waitingCount, unsaid, isBeatDue] = [[], 0, new Set(), false];
    return events;
  }

  function hear(text: string): void {
    const payload = readPayload(text);
    if (payload === null) {
      log.debug({ bytes: text.length }, 'another host said what this version does not know');
      return;
    }
    if (payload.origin === origin) return;
    const isWhole = peers.hear(payload.origin, payload.number, performance.now());
    if (!isWhole) publish({ kind: 'missed', mitasIds: null });
    for (const event of payload.events) publish(event);
    if (payload.isLast) peers.leave(payload.origin);
  }

  function publish(event: Relayed): void {
    foreign.add(event);
    bus.publish(event);
  }

  wire.listen({
    heard: hear,
    begun: () => {
      isUp = true;
      // What others said before, nobody here knows.
      peers.forgetAll();
      publish({ kind: 'missed', mitasIds: null });
      wake();
    },
    cut: () => (isUp = false),
  });
  const beat = setInterval(() => {
    // One that was killed may have stored what it told nobody any more.
    if (isUp && peers.forgetLost(performance.now())) publish({ kind: 'missed', mitasIds: null });
    isBeatDue = true;
    wake();
  }, beatMs);

  async function pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: ending.signal }).catch(() => undefined);
  }

  return {
    get isUp() {
      return isUp;
    },
    close: async () => {
      leave();
      clearInterval(beat);
      ending.abort();
      isLeaving = true;
      wake();
      await sending;
    },
  };
}
