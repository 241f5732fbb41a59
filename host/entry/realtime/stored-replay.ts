import { randomUUID } from 'node:crypto';
import type { Contact } from '#model/entities/contact.ts';
import { keptMs } from '#model/live/contact-window.ts';
import { newestFirst } from './stored-parts.ts';

/** A frame ready to be sent. `last` is the number of its last contact within the answer, counted from 1. */
export type StoredFrame = { text: Buffer; last: number };

/**
 * The answer to a gap: frames with the newest contacts first, made at `madeAt` (ms). `complete` is false if
 * there were more contacts than may be sent.
 */
export type Replay = { id: string; madeAt: number; frames: StoredFrame[]; bytes: number; complete: boolean };

/**
 * An answer in progress. It will have every contact up to the live position `asOf`; the client gets later
 * ones live.
 */
export type SharedReplay = { asOf: number; replay: Promise<Replay> };

/** Runs work in its turn, in the order of the calls. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs at most `limit` works at a time, so that connections to the database remain
 * for other work.
 */
export function atMost(limit: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    const isFree = running < limit;
    if (isFree) running++;
    // Always wait, even if a turn is free, so that concurrent callers can join.
    await (isFree ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve)));
    try {
      return await work();
    } finally {
      // Pass the turn directly to the next in line, so that a new caller cannot take it.
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
  /** The most contacts in one answer. */
  limit: number;
  /** The time (ms) in which requests for nearly the same gap share one answer. */
  sharedMs: number;
};

/** An answer that `askers` clients share. `gone` aborts when the last of them has disconnected. */
type Asked = SharedReplay & { since: number; startedAt: number; askers: number; gone: AbortController };

/**
 * How much further back (ms) than requested a shared answer may reach. The console drops duplicate contacts.
 */
const sharedReachMs = 5_000;

/**
 * The answers from storage for one system. After a restart, every console requests the same gap at once, and
 * some repeat the request. A caller joins an answer that is still waiting for its turn, so that at most one
 * query runs and one waits, whatever the requests.
 */
export class StoredReplays {
  readonly #options: Options;
  #recent: Asked[] = [];
  #waiting: Asked | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Returns how far back (ms) the answer to a request since `sinceMs` reaches: rounded down to a whole
   * second, and not further than a console keeps contacts.
   */
  static reach(sinceMs: number, now: number): number {
    return Math.floor(Math.max(sinceMs, now - keptMs) / 1_000) * 1_000;
  }

  /**
   * Returns the contacts at or after `sinceMs`. `first` is the oldest position that can still be sent live;
   * an answer older than that is not shared. `now` in ms. Rejects if storage fails. When `gone` aborts, the
   * caller leaves the answer; when all callers have left, reading stops (STO-12).
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

  /** Drops answers that are too old to be shared. */
  forget(now: number): void {
    this.#recent = this.#recent.filter(({ startedAt }) => now - startedAt <= this.#options.sharedMs);
  }

  /** Drops all answers, because contacts may have been stored since that they lack. */
  forgetAll(): void {
    this.#recent = [];
  }

  #join(asked: Asked, gone: AbortSignal): Asked {
    asked.askers++;
    const leave = () => {
      asked.askers--;
      if (asked.askers > 0) return;
      // An abandoned answer can no longer be joined.
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
      // Later callers must not share a failed answer. The current callers get the failure from their promise.
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
