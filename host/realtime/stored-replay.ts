import { randomUUID } from 'node:crypto';
import type { Contact } from '../../src/model/entities/contact.ts';
import { maxContactsPerFrame } from '../../src/model/contract/socket-messages.ts';

/**
 * The port to what is stored: the newest `limit` contacts of a system heard at or after `sinceMs` (ms since the epoch), oldest
 * first. It must see every contact that was published on the bus before the call.
 */
export type StoredContacts = (mitasId: string, sinceMs: number, limit: number) => Promise<Contact[]>;

/** What fills a gap: frames ready to be sent. `complete` is false when there was more than may be sent. */
export type Replay = { id: string; frames: Buffer[]; contacts: number; complete: boolean };

/** A replay on its way. It holds every contact up to position `asOf`, so live contacts go on from there. */
export type SharedReplay = { asOf: number; replay: Promise<Replay> };

/**
 * Answers from storage for one system. After a restart every console asks for the same gap at once: those who ask within a moment
 * share one query and one serialisation.
 */
export class StoredReplays {
  readonly #read: (sinceMs: number, limit: number) => Promise<Contact[]>;
  readonly #limit: number;
  readonly #sharedMs: number;
  #recent = new Map<number, SharedReplay & { startedAt: number }>();

  constructor(read: (sinceMs: number, limit: number) => Promise<Contact[]>, limit: number, sharedMs: number) {
    this.#read = read;
    this.#limit = limit;
    this.#sharedMs = sharedMs;
  }

  /**
   * The replay of what came at or after `sinceMs`. `head` is the newest live position and `first` the oldest one that can still be
   * sent live: an answer that does not reach up to it is not shared. `now` in ms. The promise rejects when storage does.
   */
  since(sinceMs: number, head: number, first: number, now: number): SharedReplay {
    const since = Math.floor(sinceMs / 1_000) * 1_000;
    this.forget(now);
    const recent = this.#recent.get(since);
    if (recent && recent.asOf + 1 >= first) return recent;
    const started = { startedAt: now, asOf: head, replay: this.#load(since) };
    this.#recent.set(since, started);
    // A failure must not be shared with those who ask next; who asked hears of it through the promise itself.
    started.replay.catch(() => this.#recent.delete(since));
    return started;
  }

  /** Lets go of answers that are too old to be shared. */
  forget(now: number): void {
    for (const [since, { startedAt }] of this.#recent) if (now - startedAt > this.#sharedMs) this.#recent.delete(since);
  }

  async #load(since: number): Promise<Replay> {
    const found = await this.#read(since, this.#limit + 1);
    const complete = found.length <= this.#limit;
    const contacts = complete ? found : found.slice(-this.#limit);
    const id = randomUUID();
    const frames: Buffer[] = [];
    for (let start = 0; start < contacts.length; start += maxContactsPerFrame) {
      const payload = contacts.slice(start, start + maxContactsPerFrame);
      frames.push(Buffer.from(JSON.stringify({ type: 'contact', stored: { replay: id, from: start + 1 }, payload })));
    }
    return { id, frames, contacts: contacts.length, complete };
  }
}
