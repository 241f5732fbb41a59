import type { Contact } from '../../../src/model/entities/contact.ts';
import { droppedDay } from '../../store/contacts-store.ts';
import { Occurrences } from '../occurrences.ts';
import type { Intake } from '../intake.ts';
import type { ReceiverDirectory } from '../receiver-directory.ts';
import type { Item } from './item-splitter.ts';
import { readWireContact } from './wire-contact.ts';

/** What a sender is told (decisions, Ingest): counts, and the first reasons by line. */
export type IngestReply = { accepted: number; duplicate: number; rejected: number; reasons: { line: number; reason: string }[] };

const mostReasons = 20;
/** Stored in one statement: large enough to be fast, small enough to be soon on the live screens. */
const batchSize = 5_000;

/** One request's contacts on their way into the database: the next ones are read while the last are being stored. */
export class IngestBatch {
  readonly reply: IngestReply = { accepted: 0, duplicate: 0, rejected: 0, reasons: [] };
  readonly #occurrences = new Occurrences();
  readonly #intake: Intake;
  readonly #systemId: string;
  readonly #directory: ReceiverDirectory;
  #contacts: Contact[] = [];
  /** Of each of these, the line it stood in. */
  #lines: number[] = [];
  #storing: Promise<void> = Promise.resolve();

  constructor(intake: Intake, systemId: string, directory: ReceiverDirectory) {
    this.#intake = intake;
    this.#systemId = systemId;
    this.#directory = directory;
  }

  /** Takes items in; a bad one is noted and loses no other. Rejects when the database does. `now` in ms. */
  async add(items: readonly Item[], now: number): Promise<void> {
    for (const item of items) {
      const contact = item.fault ?? this.#read(item.text, now);
      if (typeof contact === 'string') {
        this.#reject(item.line, contact);
        continue;
      }
      const n = this.#occurrences.count(contact);
      if (n > mostEqual) {
        this.#reject(item.line, `more than ${mostEqual} equal contacts`);
        continue;
      }
      this.#contacts.push(n === 0 ? contact : { ...contact, n });
      this.#lines.push(item.line);
      if (this.#contacts.length === batchSize) await this.#store();
    }
  }

  /** Stores what is left and answers when all is stored. */
  async finish(): Promise<IngestReply> {
    await this.#store();
    await this.#storing;
    return this.reply;
  }

  #read(text: string, now: number): Contact | string {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return 'not JSON';
    }
    return readWireContact(value, this.#directory, now);
  }

  #reject(line: number, reason: string): void {
    this.reply.rejected += 1;
    if (this.reply.reasons.length < mostReasons) this.reply.reasons.push({ line, reason });
  }

  /** Waits for the batch before: never more than one is stored at a time, and two are in memory. */
  async #store(): Promise<void> {
    await this.#storing;
    const [contacts, lines] = [this.#contacts, this.#lines];
    [this.#contacts, this.#lines] = [[], []];
    this.#storing = this.#intake.accept(this.#systemId, contacts).then(({ accepted, duplicates, refused }) => {
      this.reply.accepted += accepted;
      this.reply.duplicate += duplicates;
      if (refused.length === 0) return;
      const those = new Set(refused);
      for (const [place, contact] of contacts.entries()) if (those.has(contact)) this.#reject(lines[place] ?? 0, droppedDay);
    });
    // Whoever awaits it next hears of a failure; until then it must not count as unhandled.
    this.#storing.catch(() => undefined);
  }
}

/** `n` is a small integer in the database. */
const mostEqual = 32_767;
