import type { ReceiverDirectory } from '../../domain/contacts/receiver-directory.ts';
import type { StatusIntake } from '../../domain/vitals/status-intake.ts';
import { otherOfThatTime } from '../../domain/vitals/write-vitals.ts';
import { readWireStatus } from '../../domain/vitals/wire-status.ts';
import { goneReceiver } from '../../platform/store/contacts/contacts-store.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import { type IngestReply, objectIn, readSlice, reject, type RequestBatch, UnshownReceivers } from './ingest-reply.ts';
import type { Item } from './item-splitter.ts';

export type StatusBatchOptions = {
  intake: StatusIntake;
  systemId: string;
  keyId: number;
  directory: ReceiverDirectory;
  /** Reads the receivers anew: a name may be another one's by the time the next batch is read (RX-37). */
  readDirectory: () => Promise<ReceiverDirectory>;
  /** What waits is given up with its reason. */
  patience: AbortSignal;
};

/** Stored in one transaction. */
const batchSize = 5_000;

type Taken = { status: ReceiverVitals; line: number };

/** One request's statuses on their way into the database (VIT-1), one batch at a time. */
export class StatusBatch implements RequestBatch {
  readonly reply: IngestReply = { accepted: 0, duplicate: 0, rejected: 0, reasons: [] };
  failure: { error: unknown } | null = null;
  readonly #options: StatusBatchOptions;
  #directory: ReceiverDirectory;
  readonly #unshown = new UnshownReceivers();
  #taken: Taken[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(options: StatusBatchOptions) {
    this.#options = options;
    this.#directory = options.directory;
  }

  get isFull(): boolean {
    return this.#taken.length >= batchSize;
  }

  /** A bad one is noted and loses no other. */
  read(items: readonly Item[], from: number, now: number): number {
    return readSlice(
      items,
      from,
      () => this.isFull,
      (item) => this.#take(item, now),
    );
  }

  async store(): Promise<void> {
    await this.#handOver();
    this.#directory = await this.#options.readDirectory();
  }

  async finish(): Promise<IngestReply> {
    await this.#handOver();
    return this.reply;
  }

  #take(item: Item, now: number): void {
    const object = objectIn(item);
    const read = object.ok ? readWireStatus(object.value, this.#directory, now) : object;
    if (read.ok) this.#taken.push({ status: read.value, line: item.line });
    else reject(this.reply, item.line, read.reason);
  }

  async #handOver(): Promise<void> {
    await this.#storing;
    const taken = this.#taken;
    this.#taken = [];
    if (taken.length === 0) return;
    this.#storing = this.#storeNow(taken);
    await this.#storing;
  }

  async #storeNow(taken: readonly Taken[]): Promise<void> {
    const { intake, systemId, keyId, patience } = this.#options;
    const statuses = taken.map(({ status }) => status);
    try {
      const { fates, unshown } = await intake.accept(systemId, { keyId, statuses, signal: patience });
      this.#unshown.note(this.reply, unshown);
      for (const [place, fate] of fates.entries()) {
        const { status, line } = taken[place] as Taken;
        if (fate === 'added') this.reply.accepted += 1;
        else if (fate === 'duplicate') this.reply.duplicate += 1;
        else reject(this.reply, line, fate === 'gone' ? goneReceiver(status.rxId) : otherOfThatTime);
      }
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}
