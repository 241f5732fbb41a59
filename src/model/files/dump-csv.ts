import { contactTypes } from '../entities/contact.ts';
import { offsetText, stampText } from '../time/time-text.ts';
import { csvCell } from '../text/csv-cell.ts';
import { onOneLine } from './one-line.ts';
import type { LineWriter, StoredContact } from './stored-contact.ts';
import { storedPower } from './stored-power.ts';

/**
 * This product's own dump CSV (FILE-1): what it writes, it imports with nothing new. Times stand in the
 * header's offset from UTC.
 */

/** Without the first, which numbers the rows, and the time, whose column name contains the offset. */
const columns = ['ReceiverId', 'antenna', 'frequency', 'codeNumber', 'protocol', 'power'] as const;

/** The header of a dump whose times are `offset` ('±hh:mm') from UTC. */
export function dumpHeader(offset: string): string {
  return `${earlierDumpHeader(offset)},receiverName`;
}

/** As versions up to 1.22 wrote it: the receiver's name is in the column ReceiverId. */
export function earlierDumpHeader(offset: string): string {
  return `contactId,decodeTimeUTC${offset},${columns.join(',')}`;
}

/** Texts that many rows share; so many of each kind are kept. */
const mostKept = 10_000;

/**
 * The one writer of dump CSV, for data files and for the live stream: `nameOf` answers a receiver's name,
 * `offsetMinutes` is how far east of UTC the times are written. Rows are numbered in their order.
 */
export class DumpLines implements LineWriter {
  readonly #offsetMinutes: number;
  readonly #nameOf: (rxId: number) => string;
  readonly #names = new Map<number, string>();
  readonly #frequencies = new Map<number, string>();
  readonly #powers = new Map<number, string>();
  #second = Number.NaN;
  #stamp = '';
  #row = 0;

  constructor(offsetMinutes: number, nameOf: (rxId: number) => string) {
    this.#offsetMinutes = offsetMinutes;
    this.#nameOf = nameOf;
  }

  header(): string {
    return `${dumpHeader(offsetText(this.#offsetMinutes))}\r\n`;
  }

  line({ ts, rxId, ant, hz, code, type, power }: StoredContact): string {
    const second = Math.floor(ts / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#stamp = stampText(second * 1_000, this.#offsetMinutes);
    }
    const ms = ts - second * 1_000;
    const zeros = ms < 10 ? '00' : ms < 100 ? '0' : '';
    const name = kept(this.#names, rxId, () => csvCell(onOneLine(this.#nameOf(rxId))));
    const frequency = kept(this.#frequencies, hz, () => String(hz / 1_000_000));
    const signal = kept(this.#powers, power, () => String(storedPower(power)));
    const protocol = protocols[type] ?? String(type);
    return `${++this.#row},${this.#stamp}.${zeros}${ms},${rxId},${ant},${frequency},${code},${protocol},${signal},${name}\r\n`;
  }
}

const protocols = contactTypes as Readonly<Record<number, string>>;

function kept(texts: Map<number, string>, key: number, make: () => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  if (texts.size >= mostKept) texts.clear();
  const text = make();
  texts.set(key, text);
  return text;
}
