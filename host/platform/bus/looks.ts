import { setTimeout as delay } from 'node:timers/promises';
import type { Bus, BusMessage } from './bus.ts';

const lookEachMs = 1_000;

export type LookParts = {
  bus: Bus;
  /** What on the bus, of this host or another, is worth a look at once. */
  isWorthALook: (message: BusMessage, mitasId: string) => boolean;
  look: () => Promise<void>;
  failed: (error: unknown) => void;
  /** So often (ms) it is looked whatever was told; each second unless it is said. */
  eachMs?: number;
};

/** Looks into the database again and again, one look at a time; at once where the bus tells of something. */
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
      // A new one before the look: what is told during it is heard after it.
      this.#waking = new AbortController();
      await look().catch(failed);
      const waking = AbortSignal.any([this.#waking.signal, this.#ending.signal]);
      await delay(eachMs, undefined, { signal: waking }).catch(() => undefined);
    }
    leave();
  }
}
