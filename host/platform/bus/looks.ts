import { setTimeout as delay } from 'node:timers/promises';
import type { Bus, BusMessage } from './bus.ts';

const lookEachMs = 1_000;

export type LookParts = {
  bus: Bus;
  /** Returns whether a message on the bus, of this host or another, requires a query at once. */
  isWorthALook: (message: BusMessage, mitasId: string) => boolean;
  look: () => Promise<void>;
  failed: (error: unknown) => void;
  /** Time between looks without a message, in ms; a second by default. */
  eachMs?: number;
};

/** Polls the database, one look at a time; at once if a message on the bus calls for it. */
export class Looks {
  readonly #parts: LookParts;
  readonly #ending = new AbortController();
  readonly #looking: Promise<void>;
  #waking = new AbortController();

  constructor(parts: LookParts) {
    this.#parts = parts;
    this.#looking = this.#go();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#looking;
  }

  async #go(): Promise<void> {
    const { bus, isWorthALook, look, failed, eachMs = lookEachMs } = this.#parts;
    const leave = bus.subscribe((event) => {
      if (event.kind === 'message' && isWorthALook(event.message, event.mitasId)) this.#waking.abort();
      if (event.kind === 'missed') this.#waking.abort();
    });
    while (!this.#ending.signal.aborted) {
      // Renewed before the look, so that a message during the look causes another one.
      this.#waking = new AbortController();
      await look().catch(failed);
      const waking = AbortSignal.any([this.#waking.signal, this.#ending.signal]);
      await delay(eachMs, undefined, { signal: waking }).catch(() => undefined);
    }
    leave();
  }
}
