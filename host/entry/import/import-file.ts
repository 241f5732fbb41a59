import { type Contact, maxEqual, tooManyEqual } from '#model/entities/contact.ts';
import { Mistake } from '../../platform/mistake.ts';
import { dayOf, droppedDays } from '../../platform/store/contacts/contact-partitions.ts';
import { copyContacts, droppedDay } from '../../platform/store/contacts/contacts-store.ts';
import type { Database } from '../../platform/store/database.ts';
import { errorText } from '../../platform/store/error-text.ts';
import { timeFault } from '../../domain/contacts/contact-bounds.ts';
import { Occurrences } from '../../domain/contacts/occurrences.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import { ClockReading, type RepeatedHours } from './clock-reading.ts';
import { formatOf, importFormats } from './formats.ts';
import type { FileContact, ImportFormat, LineReader } from './import-format.ts';
import { type ImportOptions } from './import-options.ts';
import type { ImportTarget } from './import-target.ts';
import { readLines, type Lines } from './read-lines.ts';
import { isRejectedHeader, RejectedFile, withoutReason } from './rejected-file.ts';

/**
 * What became of one file. `broken` says why it could not be read to its end, `rejectedFile` where the
 * rejected rows are, `repeated` how rows were read whose hour the clocks repeated.
 */
export type FileReport = {
  file: string;
  format: string;
  read: number;
  imported: number;
  duplicate: number;
  rejected: number;
  reasons: Map<string, number>;
  first: { line: number; reason: string }[];
  rejectedFile: string | null;
  broken: string | null;
  repeated: RepeatedHours;
};

/**
 * A file that is there and whose format is known; `mended` when it holds rows that an earlier import
 * rejected, with their reasons.
 */
export type FoundFile = { file: string; format: ImportFormat; mended: boolean };

type ReadingParts = { database: Database; options: ImportOptions; now: number };
export type FileParts = ReadingParts & {
  target: ImportTarget;
  onProgress: (rows: number, part: number) => void;
};

const maxListed = 20;
const maxReasons = 50;

/**
 * Looks whether a file can be read and what it is.
 * @throws Mistake in one line when it is not there or no format knows it.
 */
export async function findFile(file: string): Promise<FoundFile> {
  let first: string | undefined;
  try {
    for await (const { lines } of readLines(file)) {
      first = lines.find((line) => line.trim() !== '');
      if (first !== undefined) break;
    }
  } catch (error) {
    throw new Mistake(`${file} cannot be read: ${errorText(error)}`);
  }
  if (first === undefined) throw new Mistake(`${file} is empty.`);
  const mended = isRejectedHeader(first);
  const format = formatOf(mended ? withoutReason(first) : first);
  if (format !== null) return { file, format, mended };
  const known = importFormats.map(({ name, sample }) => `${name} (${sample})`).join('; ');
  throw new Mistake(`${file} is of no known format: it begins with '${first.slice(0, 60)}'. Known are: ${known}.`);
}

/**
 * Imports one file. Bad rows are counted, listed and set aside; a file that breaks off keeps what was read.
 * Rejects when the database does.
 */
export async function importFile(found: FoundFile, parts: FileParts): Promise<FileReport> {
  const { file } = found;
  const clock = new ClockReading(parts.options.localTimes);
  const report: FileReport = {
    file,
    format: found.format.name,
    read: 0,
    imported: 0,
    duplicate: 0,
    rejected: 0,
    reasons: new Map(),
    first: [],
    rejectedFile: null,
    broken: null,
    repeated: clock.repeated,
  };
  const rejected = new RejectedFile(file);
  const reading = { found, parts, clock, report, rejected };
  const rows = new RowReader(reading);
  try {
    const stored = await copyContacts(parts.database.ingest.pool, parts.options.systemId, contactsIn(rows, reading));
    report.imported = stored.accepted;
    report.duplicate = stored.duplicates;
    // Dropped between being looked at and being stored: their rows are gone, but not unsaid.
    if (stored.refused > 0) countRejected(report, droppedDay, stored.refused);
    if (stored.gone !== undefined) countRejected(report, 'unknown receiver: deleted during the import', stored.gone);
  } finally {
    await rejected.close();
    report.rejectedFile = rejected.path;
  }
  return report;
}

type Reading = { found: FoundFile; parts: FileParts; clock: ClockReading; report: FileReport; rejected: RejectedFile };

async function* contactsIn(rows: RowReader, { found, parts, report, rejected }: Reading): AsyncGenerator<Contact[]> {
  const lines = readLines(found.file);
  while (true) {
    const next = await nextLines(lines, report);
    if (next === null) return;
    yield await rows.read(next);
    await rejected.write();
    parts.onProgress(report.read, next.read);
  }
}

/**
 * Only reading the file may break off without losing what is stored: a fault of the database is none of the
 * file's.
 */
async function nextLines(lines: AsyncGenerator<Lines>, report: FileReport): Promise<Lines | null> {
  try {
    const { value, done } = await lines.next();
    return done === true ? null : value;
  } catch (error) {
    report.broken = errorText(error);
    return null;
  }
}

function countRejected(report: FileReport, reason: string, rows: number): void {
  const { reasons } = report;
  report.rejected += rows;
  const counted = reasons.has(reason) || reasons.size < maxReasons ? reason : 'other reasons';
  reasons.set(counted, (reasons.get(counted) ?? 0) + rows);
}

/**
 * The receivers that the rows of a file name which can be taken in, some at a time and some more than once:
 * what is to be made is known before the first contact is stored, so that it is one change. A file that
 * breaks off names those up to there; reading it reports that.
 */
export async function* receiversNamed(found: FoundFile, parts: ReadingParts): AsyncGenerator<Set<string>> {
  const rows = new LineContacts(found, parts, new ClockReading(parts.options.localTimes));
  const lines = readLines(found.file);
  while (true) {
    // That it breaks off is reported when it is imported.
    const next = await lines.next().catch(() => null);
    if (next === null || next.done === true) return;
    const heard = next.value.lines.flatMap((line) => {
      const read = rows.read(line);
      return read?.ok === true ? [read.value] : [];
    });
    const dropped = await droppedDays(parts.database.ingest.pool, parts.options.systemId, heard);
    yield new Set(heard.filter((contact) => !dropped.has(dayOf(contact))).map(({ receiver }) => receiver));
  }
}

/** Turns the lines of one file into contacts, by the header that stands before them. */
class LineContacts {
  readonly #found: FoundFile;
  readonly #parts: ReadingParts;
  readonly #clock: ClockReading;
  readonly #onHeader: (row: string) => void;
  #reader: LineReader | null = null;

  constructor(found: FoundFile, parts: ReadingParts, clock: ClockReading, onHeader: (row: string) => void = () => undefined) {
    this.#found = found;
    this.#parts = parts;
    this.#clock = clock;
    this.#onHeader = onHeader;
  }

  /**
   * Null for an empty line and for a header: the file's own, or that of another one written behind it. A
   * sentence for what is no contact.
   */
  read(line: string): Result<FileContact> | null {
    if (line.trim() === '') return null;
    const { options, now } = this.#parts;
    const row = this.rowIn(line);
    const read = this.#reader?.(row) ?? refused('no header');
    if (read.ok) {
      const fault = timeFault(read.value.ts, now, options.from, options.to);
      return fault === null ? read : refused(fault);
    }
    if (!this.#found.format.knows(row)) return read;
    this.#reader = this.#found.format.reader(row, { channels: options.channels, clock: this.#clock });
    this.#onHeader(row);
    return null;
  }

  /** A line without the reason that an earlier import wrote before it. */
  rowIn(line: string): string {
    return this.#found.mended ? withoutReason(line) : line;
  }
}

/** Turns the lines of one file into contacts of the system's receivers, and notes what cannot be one. */
class RowReader {
  readonly #reading: Reading;
  readonly #occurrences = new Occurrences();
  readonly #lines: LineContacts;

  constructor(reading: Reading) {
    const { found, parts, clock, rejected } = reading;
    this.#reading = reading;
    this.#lines = new LineContacts(found, parts, clock, (row) => rejected.header(row));
  }

  async read({ first, lines }: Lines): Promise<Contact[]> {
    const { parts, report } = this.#reading;
    const found: { at: number; contact: FileContact }[] = [];
    for (const [i, line] of lines.entries()) {
      const read = this.#lines.read(line);
      if (read === null) continue;
      report.read += 1;
      if (read.ok) found.push({ at: i, contact: read.value });
      else this.#reject(first + i, read.reason, line);
    }
    const dropped = await droppedDays(
      parts.database.ingest.pool,
      parts.options.systemId,
      found.map(({ contact }) => contact),
    );
    return found.flatMap(({ at, contact }): Contact[] => {
      const numbered = dropped.has(dayOf(contact)) ? refused(droppedDay) : this.#numbered(contact);
      if (numbered.ok) return [numbered.value];
      this.#reject(first + at, numbered.reason, lines[at] as string);
      return [];
    });
  }

  /** The contact with its receiver's id, equal ones numbered, or why it is refused. */
  #numbered({ receiver, ...heard }: FileContact): Result<Contact> {
    const named = this.#reading.parts.target.receiver(receiver);
    if (!named.ok) return named;
    const rxId = named.value;
    const n = this.#occurrences.count({ rxId, ...heard });
    if (n >= maxEqual) return refused(tooManyEqual);
    return accepted(n === 0 ? { rxId, ...heard } : { rxId, ...heard, n });
  }

  #reject(line: number, reason: string, text: string): void {
    const { report, rejected } = this.#reading;
    countRejected(report, reason, 1);
    if (report.first.length < maxListed) report.first.push({ line, reason });
    rejected.add(line, reason, this.#lines.rowIn(text));
  }
}
