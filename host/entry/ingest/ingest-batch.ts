import { type Contact, maxEqual, tooManyEqual } from '#model/entities/contact.ts';
import { droppedDay, goneReceiver } from '../../platform/store/contacts/contacts-store.ts';
import type { SequencedContact } from '../../platform/store/contacts/sequenced-contacts.ts';
import { Occurrences } from '../../domain/contacts/occurrences.ts';
import type { Intake, TakenIn } from '../../domain/contacts/intake.ts';
import type { JoinedIntake } from '../../domain/contacts/joined-intake.ts';
import type { ReceiverDirectory } from '../../domain/contacts/receiver-directory.ts';
import { type IngestReply, objectIn, readSlice, reject, type RequestBatch, UnshownReceivers } from './ingest-reply.ts';
import type { Item } from './item-splitter.ts';
import { readWireContact } from '../../domain/contacts/wire-contact.ts';

export type IngestBatchOptions = {
  intake: Intake;
  systemId: string;
  /** The sender's key. Sequence numbers of contacts count per key. */
  keyId: number;
  directory: ReceiverDirectory;
  /**
   * Reads the receivers again. By the time that the next batch is read, a name may belong to another receiver
   * (RX-37).
   */
  readDirectory: () => Promise<ReceiverDirectory>;
  /** Stores small batches of several requests in one transaction. */
  joined: JoinedIntake;
  /** Waits until a batch may be stored. The returned function ends the turn. */
  storeTurn: () => Promise<() => void>;
  /** Aborts when the time for storing is over: contacts that are not stored by then are never stored. */
  timeout: AbortSignal;
};

/**
 * The contacts of one store operation with their lines, and separately the contacts that have a sequence
 * number.
 */
type Taken = {
  contacts: readonly Contact[];
  lines: readonly number[];
  sequenced: readonly (SequencedContact & { line: number })[];
};

/** How many contacts fill a batch: enough to be fast, few enough to appear on live screens soon. */
const batchSize = 10_000;
/**
 * The contacts of one request on their way into the database. The next batch is read while the last one is
 * stored.
 */
export class IngestBatch implements RequestBatch {
  readonly reply: IngestReply = { accepted: 0, duplicate: 0, rejected: 0, reasons: [] };
  readonly #options: IngestBatchOptions;
  readonly #occurrences = new Occurrences();
  readonly #unshown = new UnshownReceivers();
  #directory: ReceiverDirectory;
  #contacts: Contact[] = [];
  /** The line of each contact in `#contacts`. */
  #lines: number[] = [];
  #sequenced: (SequencedContact & { line: number })[] = [];
  #storing: Promise<void> = Promise.resolve();
  #failure: { error: unknown } | null = null;

  constructor(options: IngestBatchOptions) {
    this.#options = options;
    this.#directory = options.directory;
  }

  /** The error of the database if it could not store a batch, else null. */
  get failure(): { error: unknown } | null {
    return this.#failure;
  }

  get isFull(): boolean {
    return this.#contacts.length + this.#sequenced.length >= batchSize;
  }

  /**
   * Reads one slice of the items from index `from` on, but no more than fit into the batch. A bad item is
   * counted and affects no other. Returns the index of the next item. `now` in ms.
   */
  read(items: readonly Item[], from: number, now: number): number {
    return readSlice(
      items,
      from,
      () => this.isFull,
      (item) => this.#take(item, now),
    );
  }

  /**
   * Passes the batch to the database once the previous one is stored. So at most one batch is being stored,
   * and two are in memory. Reads the receivers again for the next batch. Rejects if the previous batch could
   * not be stored.
   */
  async store(): Promise<void> {
    await this.#handOver();
    this.#directory = await this.#options.readDirectory();
  }

  async #handOver(): Promise<void> {
    await this.#storing;
    const taken: Taken = { contacts: this.#contacts, lines: this.#lines, sequenced: this.#sequenced };
    if (taken.contacts.length + taken.sequenced.length === 0) return;
    [this.#contacts, this.#lines, this.#sequenced] = [[], [], []];
    this.#storing = this.#storeNow(taken);
    // The next call that awaits `#storing` reports the failure. Until then it must not count as an unhandled
    // rejection.
    this.#storing.catch(() => undefined);
  }

  /** Stores the rest and returns the reply when everything is stored. */
  async finish(): Promise<IngestReply> {
    await this.#handOver();
    await this.#storing;
    return this.reply;
  }

  #take(item: Item, now: number): void {
    const object = objectIn(item);
    const read = object.ok ? readWireContact(object.value, this.#directory, now) : object;
    if (!read.ok) return this.#reject(item.line, read.reason);
    const contact = read.value;
    if (contact.seq !== undefined) {
      const { seq, ...plain } = contact;
      this.#sequenced.push({ contact: plain, seq, line: item.line });
      return;
    }
    const n = this.#occurrences.count(contact);
    if (n >= maxEqual) return this.#reject(item.line, tooManyEqual);
    this.#contacts.push(n === 0 ? contact : { ...contact, n });
    this.#lines.push(item.line);
  }

  #reject(line: number, reason: string): void {
    reject(this.reply, line, reason);
  }

  async #storeNow({ contacts, lines, sequenced }: Taken): Promise<void> {
    try {
      if (contacts.length > 0) this.#note(contacts, lines, await this.#accept(contacts));
      if (sequenced.length > 0) await this.#storeSequenced(sequenced);
    } catch (error) {
      // Running out of time is not a failure of the database.
      if (error !== this.#options.timeout.reason) this.#failure ??= { error };
      throw error;
    }
  }

  #accept(contacts: readonly Contact[]): Promise<TakenIn> {
    const { intake, joined, systemId, keyId, storeTurn, timeout } = this.#options;
    if (joined.takes(contacts)) return joined.accept({ systemId, keyId, contacts, storeTurn }, timeout);
    return this.#inTurn(() => intake.accept(systemId, contacts));
  }

  #note(
    contacts: readonly Contact[],
    lines: readonly number[],
    { accepted, duplicates, refused, gone = [], unshown = [] }: TakenIn,
  ): void {
    this.#count(accepted, duplicates);
    this.#unshown.note(this.reply, unshown);
    const [ofDroppedDays, ofGone] = [new Set(refused), new Set(gone)];
    for (const [place, contact] of refused.length + gone.length > 0 ? contacts.entries() : []) {
      if (ofDroppedDays.has(contact)) this.#reject(lines[place] as number, droppedDay);
      if (ofGone.has(contact)) this.#reject(lines[place] as number, goneReceiver(contact.rxId));
    }
  }

  async #storeSequenced(sequenced: Taken['sequenced']): Promise<void> {
    const { intake, systemId, keyId } = this.#options;
    const taken = await this.#inTurn(() => intake.acceptSequenced(systemId, keyId, sequenced));
    const { accepted, duplicates, refused, unshown = [] } = taken;
    this.#count(accepted, duplicates);
    this.#unshown.note(this.reply, unshown);
    for (const { index, reason } of refused) this.#reject((sequenced[index] as { line: number }).line, reason);
  }

  async #inTurn<T>(store: () => Promise<T>): Promise<T> {
    const endTurn = await this.#options.storeTurn();
    try {
      return await store();
    } finally {
      endTurn();
    }
  }

  #count(accepted: number, duplicates: number): void {
    this.reply.accepted += accepted;
    this.reply.duplicate += duplicates;
  }
}
