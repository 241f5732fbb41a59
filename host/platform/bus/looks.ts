import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { errorText } from '../store/error-text.ts';
import type { Bus, BusMessage } from './bus.ts';

const lookEachMs = 1_000;

export type LookParts = {
  bus: Bus;
  /** Returns whether a message on the bus, from this or another host, calls for an immediate look. */
  isWorthALook?: (message: BusMessage, mitasId: string) => boolean;
  look: () => Promise<void>;
  failed: (error: unknown) => void;
  /** Time (ms) between looks if no message calls for one; a second by default. */
  eachMs?: number;
};

/**
 * Polls the database by calling `look`, never twice at the same time. Looks immediately when a message on the
 * bus calls for it or events were missed.
 */
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
    const { bus, isWorthALook = () => false, look, failed, eachMs = lookEachMs } = this.#parts;
    const leave = bus.subscribe((event) => {
      if (event.kind === 'message' && isWorthALook(event.message, event.mitasId)) this.#waking.abort();
      if (event.kind === 'missed') this.#waking.abort();
    });
    while (!this.#ending.signal.aborted) {
      // Set before the look, so that a message during the look causes another one.
      this.#waking = new AbortController();
      await look().catch(failed);
      const waking = AbortSignal.any([this.#waking.signal, this.#ending.signal]);
      await delay(eachMs, undefined, { signal: waking }).catch(() => undefined);
    }
    leave();
  }
}

type WarnedLookParts = Omit<LookParts, 'failed'> & { log: Pick<Logger, 'warn'>; failure: string };

/** Polls like `Looks`. Logs `failure` when a look fails, but not again until one has succeeded. */
export function lookAndWarn({ log, failure, ...parts }: WarnedLookParts): Looks {
  let isWarned = false;
  return new Looks({
    ...parts,
    look: async () => {
      await parts.look();
      isWarned = false;
    },
    failed: (error) => {
      if (!isWarned) log.warn({ reason: errorText(error) }, failure);
      isWarned = true;
    },
  });
}
