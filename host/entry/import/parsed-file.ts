import { errorText } from '../../platform/store/error-text.ts';
import { timeFault } from '../../domain/contacts/contact-bounds.ts';
import { isStorableText } from '#model/fields/fields.ts';
import { refused, type Result } from '#model/result.ts';
import { ClockReading, type RepeatedHours } from './clock-reading.ts';
import { type FoundFile, rowIn } from './found-file.ts';
import type { FileContact, FileVitals, LineReader } from './import-format.ts';
import type { ImportOptions } from './import-options.ts';
import { notUtf8, readLines, type Lines } from './read-lines.ts';

/**
 * The result of some lines of a file: its contacts and vitals with the places of their lines, and its headers
 * and refused lines in order. `rows` counts all rows, including refused ones.
 */
export type ParsedPart = Lines & {
  rows: number;
  contacts: FileContact[];
  places: number[];
  vitals: { row: FileVitals; place: number }[];
  others: ({ header: string } | { place: number; reason: string })[];
};

/** The options, and the time (ms) of the import. Rows dated later are in the future, and refused. */
export type ReadingFacts = { options: ImportOptions; now: number };

/**
 * One file, which is read once. Parts that are read ahead are kept until they are needed. Reading never
 * rejects: if the file breaks off, it ends there, and `broken` says why.
 */
export class ParsedFile {
  readonly found: FoundFile;
  /** How rows were read in an hour that the clocks repeat; final once all parts are read. */
  readonly repeated: RepeatedHours;
  /** Why the file could not be read to its end; known once all parts are read. */
  broken: string | null = null;
  /** All parts of the file if it was read ahead completely. */
  whole: readonly ParsedPart[] | null = null;
  /** The number of rows if the file was read ahead completely. */
  rows: number | null = null;
  readonly #parts: AsyncGenerator<ParsedPart>;
  #kept: ParsedPart[] = [];
  #keeping: Promise<unknown> = Promise.resolve();
  #isTaken = false;

  constructor(found: FoundFile, { options, now }: ReadingFacts) {
    const clock = new ClockReading(options.localTimes);
    this.found = found;
    this.repeated = clock.repeated;
    this.#parts = this.#read(new LineContacts(found, { options, now }, clock));
  }

  /**
   * Reads ahead up to `most` lines, but stops when the caller takes the parts. Returns how many more lines
   * may be kept.
   */
  keep(most: number): Promise<number> {
    const keeping = this.#keep(most);
    this.#keeping = keeping;
    return keeping;
  }

  /** Yields all parts in order, once, those read ahead first. */
  async *parts(): AsyncGenerator<ParsedPart> {
    this.#isTaken = true;
    await this.#keeping;
    this.whole = null;
    try {
      for (let part = this.#kept.shift(); part !== undefined; part = this.#kept.shift()) yield part;
      yield* this.#parts;
    } finally {
      await this.#parts.return(undefined);
    }
  }

  async #keep(most: number): Promise<number> {
    let more = most;
    while (more > 0 && !this.#isTaken) {
      const { value, done } = await this.#parts.next();
      if (done === true) {
        this.whole = this.#kept;
        this.rows = this.#kept.reduce((sum, { rows }) => sum + rows, 0);
        return more;
      }
      this.#kept.push(value);
      more -= value.lines.length;
    }
    return more;
  }

  async *#read(lines: LineContacts): AsyncGenerator<ParsedPart> {
    const source = readLines(this.found.file);
    try {
      while (true) {
        const next = await this.#next(source);
        if (next === null) return;
        yield lines.read(next);
      }
    } finally {
      await source.return(undefined);
    }
  }

  async #next(source: AsyncGenerator<Lines>): Promise<Lines | null> {
    try {
      const { value, done } = await source.next();
      return done === true ? null : value;
    } catch (error) {
      this.broken = errorText(error);
      return null;
    }
  }
}

/** Converts the lines of one file to contacts and vitals, according to the header before them. */
class LineContacts {
  readonly #found: FoundFile;
  readonly #facts: ReadingFacts;
  readonly #clock: ClockReading;
  #reader: LineReader | null = null;

  constructor(found: FoundFile, facts: ReadingFacts, clock: ClockReading) {
    this.#found = found;
    this.#facts = facts;
    this.#clock = clock;
  }

  read(lines: Lines): ParsedPart {
    const part: ParsedPart = { ...lines, rows: 0, contacts: [], places: [], vitals: [], others: [] };
    for (const [place, line] of lines.lines.entries()) {
      if (line.trim() === '') continue;
      if (lines.foreign?.has(place) === true) {
        part.others.push({ place, reason: notUtf8 });
        part.rows += 1;
        continue;
      }
      const row = rowIn(this.#found, line);
      const read = this.#itemIn(row);
      if (read.ok) {
        if ('voltage' in read.value) part.vitals.push({ row: read.value, place });
        else {
          part.contacts.push(read.value);
          part.places.push(place);
        }
      } else if (this.#isHeader(row)) {
        part.others.push({ header: row });
        continue;
      } else part.others.push({ place, reason: read.reason });
      part.rows += 1;
    }
    return part;
  }

  #itemIn(row: string): Result<FileContact | FileVitals> {
    const { options, now } = this.#facts;
    const read = this.#reader?.(row) ?? refused('no header');
    if (!read.ok) return read;
    if (!isStorableText(read.value.receiver)) return refused('a receiver whose name holds NUL or half a character');
    const fault = timeFault(read.value.ts, now, options.from, options.to);
    return fault === null ? read : refused(fault);
  }

  /**
   * Returns true for a header: the file's own, or that of another file appended to it. The header applies to
   * the lines after it.
   */
  #isHeader(row: string): boolean {
    if (!this.#found.format.knows(row)) return false;
    const { channels } = this.#facts.options;
    this.#reader = this.#found.format.reader(row, { channels, clock: this.#clock });
    return true;
  }
}
