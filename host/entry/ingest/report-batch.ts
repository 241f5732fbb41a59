import type { Result } from '#model/result.ts';
import type { ReportOutcome } from '../../platform/store/fleet/first-of-each.ts';
import type { Unshown } from '../../platform/store/fleet/retired-receivers.ts';
import { type IngestReply, objectIn, readSlice, reject, type RequestBatch, UnshownReceivers } from './ingest-reply.ts';
import type { Item } from './item-splitter.ts';

export type ReportBatchOptions<Report, Directory> = {
  /** The system's receivers or modems that reports may name. */
  directory: Directory;
  /**
   * Reads the directory again. By the time that the next batch is read, a name may belong to another receiver
   * or modem (RX-37).
   */
  readDirectory: () => Promise<Directory>;
  /** Returns the report in a decoded line, or why it is refused; `now` in ms. */
  readReport: (value: unknown, directory: Directory, now: number) => Result<Report>;
  accept: (reports: readonly Report[]) => Promise<{ outcomes: ReportOutcome[]; unshown?: Unshown[] }>;
  /**
   * Returns why a report is refused: the database has a different one for that time, or its receiver or modem
   * no longer exists.
   */
  refusal: (outcome: 'differs' | 'gone', report: Report) => string;
};

/** How many reports one transaction stores. */
const batchSize = 5_000;

type ReportInLine<Report> = { report: Report; line: number };

/** The reports of one request on their way into the database (VIT-1, REG-28), one batch at a time. */
export class ReportBatch<Report, Directory> implements RequestBatch {
  readonly reply: IngestReply = { accepted: 0, duplicate: 0, rejected: 0, reasons: [] };
  failure: { error: unknown } | null = null;
  readonly #options: ReportBatchOptions<Report, Directory>;
  #directory: Directory;
  readonly #unshown = new UnshownReceivers();
  #taken: ReportInLine<Report>[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(options: ReportBatchOptions<Report, Directory>) {
    this.#options = options;
    this.#directory = options.directory;
  }

  get isFull(): boolean {
    return this.#taken.length >= batchSize;
  }

  /**
   * Reads reports from index `from` on, and returns the index of the next. A bad report is counted and
   * affects no other.
   */
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
    const read = object.ok ? this.#options.readReport(object.value, this.#directory, now) : object;
    if (read.ok) this.#taken.push({ report: read.value, line: item.line });
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

  async #storeNow(taken: readonly ReportInLine<Report>[]): Promise<void> {
    const { accept, refusal } = this.#options;
    try {
      const { outcomes, unshown = [] } = await accept(taken.map(({ report }) => report));
      this.#unshown.note(this.reply, unshown);
      for (const [place, outcome] of outcomes.entries()) {
        const { report, line } = taken[place] as ReportInLine<Report>;
        if (outcome === 'added') this.reply.accepted += 1;
        else if (outcome === 'duplicate') this.reply.duplicate += 1;
        else reject(this.reply, line, refusal(outcome, report));
      }
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}
