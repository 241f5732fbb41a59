import { randomUUID } from 'node:crypto';
import type { Contact } from '#model/entities/contact.ts';
import { keptMs } from '#model/live/contact-window.ts';
import { newestFirst } from './stored-parts.ts';

/** A frame ready to be sent; `last` is the number of its last contact in the answer, from 1. */
export type StoredFrame = { text: Buffer; last: number };

/**
 * What fills a gap: frames, the newest contacts first, made at that time (ms). `complete` is false when there
 * was more than may be sent.
 */
export type Replay = { id: string; madeAt: number; frames: StoredFrame[]; bytes: number; complete: boolean };

/** A replay on its way. It holds every contact up to position `asOf`, so live contacts go on from there. */
export type SharedReplay = { asOf: number; replay: Promise<Replay> };

/** Does a piece of work when its turn comes, in the order of asking. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many pieces of work run at a time, so that those who ask much do not take the database from the
 * others.
 */
export function atMost(limit: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    const isFree = running < limit;
    if (isFree) running++;
    // Never at once, so that callers of the same moment can still join.
    await (isFree ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)));
    try {
      return await work();
    } finally {
      // A turn is handed on, not given back: nobody who comes meanwhile can take it.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

type Options = {
  /** Rejects once `gone` is aborted. */
  read: (sinceMs: number, limit: number, gone: AbortSignal) => Promise<Contact[]>;
  /** The newest live position. */
  head: () => number;
  inTurn: InTurn;
  /** The most contacts of one answer. */
  limit: number;
  /** Those who ask for nearly the same gap within this time share one answer, in ms. */
  sharedMs: number;
};

/**
 * An answer for so many who ask, begun at that time (ms); `gone` is aborted when the last of them has left.
 */
type Asked = SharedReplay & { since: number; startedAt: number; askers: number; gone: AbortController };

/**
 * An answer that reaches back at most so much further than was asked is shared, in ms: contacts that come
 * twice are dropped by the console.
 */
const sharedReachMs = 5_000;

/**
 * Answers from storage for one system. After a restart, every console asks for the same gap at once, and some
 * may ask repeatedly. A caller joins an answer that waits for its turn, so that at most one query runs and
 * one waits, whatever the callers ask for.
 */
export class StoredReplays {
  readonly #options: Options;
  #recent: Asked[] = [];
  #waiting: Asked | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Returns how far back the answer to a request since `sinceMs` goes: to whole seconds, and not beyond what
   * a console keeps.
   */
  static reach(sinceMs: number, now: number): number {
    return Math.floor(Math.max(sinceMs, now - keptMs) / 1_000) * 1_000;
  }

  /**
   * The replay of what came at or after `sinceMs`. `first` is the oldest position that can still be sent
   * live: an answer that does not reach up to it is not shared. `now` in ms. The promise rejects when storage
   * does. Aborting `gone` leaves it; when all have left, it is not read to its end (STO-12).
   */
  since(sinceMs: number, first: number, now: number, gone: AbortSignal): SharedReplay {
    const since = StoredReplays.reach(sinceMs, now);
    this.forget(now);
    const known = this.#recent.find(
      (recent) => recent.since <= since && since - recent.since <= sharedReachMs && recent.asOf + 1 >= first,
    );
    if (known) return this.#join(known, gone);
    if (this.#waiting) this.#waiting.since = Math.min(this.#waiting.since, since);
    else this.#waiting = this.#enqueue(since);
    this.#join(this.#waiting, gone);
    return { asOf: this.#options.head(), replay: this.#waiting.replay };
  }

  /** Lets go of answers that are too old to be shared. */
  forget(now: number): void {
    this.#recent = this.#recent.filter(({ startedAt }) => now - startedAt <= this.#options.sharedMs);
  }

  /** Lets go of all answers: something was stored that they may not have. */
  forgetAll(): void {
    this.#recent = [];
  }

  #join(asked: Asked, gone: AbortSignal): Asked {
    asked.askers++;
    const leave = () => {
      asked.askers--;
      if (asked.askers > 0) return;
      // Nobody joins what is being given up.
      this.#recent = this.#recent.filter((other) => other !== asked);
      if (this.#waiting === asked) this.#waiting = undefined;
      asked.gone.abort(new Error('All who asked for these contacts have left'));
    };
    gone.addEventListener('abort', leave, { once: true });
    return asked;
  }

  #enqueue(since: number): Asked {
    const { inTurn, head } = this.#options;
    const gone = new AbortController();
    const waiting: Asked = { since, replay: inTurn(() => begin()), asOf: 0, startedAt: 0, askers: 0, gone };
    const begin = async (): Promise<Replay> => {
      gone.signal.throwIfAborted();
      this.#waiting = undefined;
      Object.assign(waiting, { startedAt: Date.now(), asOf: head() });
      this.#recent.push(waiting);
      // A failure must not be shared with those who ask next; who asked hears of it through the promise
      // itself.
      waiting.replay.catch(() => (this.#recent = this.#recent.filter((other) => other !== waiting)));
      return this.#load(waiting.since, gone.signal);
    };
    return waiting;
  }

  async #load(since: number, gone: AbortSignal): Promise<Replay> {
    const { read, limit } = this.#options;
    const found = await read(since, limit + 1, gone);
    const complete = found.length <= limit;
    const contacts = complete ? found : found.slice(-limit);
    const id = randomUUID();
    const madeAt = Date.now();
    let last = 0;
    const frames = newestFirst(contacts, madeAt).map(({ contacts: payload, since: reached }): StoredFrame => {
      const stored = { replay: id, from: last + 1, since: reached };
      last += payload.length;
      return { text: Buffer.from(JSON.stringify({ type: 'contact', stored, payload })), last };
    });
    const bytes = frames.reduce((sum, { text }) => sum + text.length, 0);
    return { id, madeAt, frames, bytes, complete };
  }
}
