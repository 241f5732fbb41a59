import type { Contact } from '../../../src/model/entities/contact.ts';
import { copyContacts } from '../../store/contacts-store.ts';
import type { Database } from '../../store/database.ts';
import { errorText } from '../../store/error-text.ts';
import { timeFault } from '../contact-bounds.ts';
import { Occurrences } from '../occurrences.ts';
import { formatOf, importFormats } from './formats.ts';
import type { FileContact, ImportFormat, LineReader } from './import-format.ts';
import { ImportMistake, type ImportOptions } from './import-options.ts';
import type { ImportTarget } from './import-target.ts';
import { readLines, type Lines } from './read-lines.ts';
import { RejectedFile } from './rejected-file.ts';

/** What became of one file. `broken` tells why it could not be read to its end, `rejectedFile` where the rejected rows are. */
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
};

/** A file that is there and whose format is known. */
export type FoundFile = { file: string; format: ImportFormat };

export type FileParts = {
  database: Database;
  options: ImportOptions;
  target: ImportTarget;
  now: number;
  onProgress: (rows: number, part: number) => void;
};

const mostTold = 20;
const mostReasons = 50;
const mostEqual = 32_767;

/**
 * Looks whether a file can be read and what it is.
 * @throws ImportMistake in one line when it is not there or no format knows it.
 */
export async function findFile(file: string): Promise<FoundFile> {
  let first: string | undefined;
  try {
    for await (const { lines } of readLines(file)) {
      first = lines.find((line) => line.trim() !== '');
      if (first !== undefined) break;
    }
  } catch (error) {
    throw new ImportMistake(`${file} cannot be read: ${errorText(error)}`);
  }
  if (first === undefined) throw new ImportMistake(`${file} is empty.`);
  const format = formatOf(first);
  if (format !== null) return { file, format };
  const known = importFormats.map(({ name, sample }) => `${name} (${sample})`).join('; ');
  throw new ImportMistake(`${file} is of no known format: it begins with '${first.slice(0, 60)}'. Known are: ${known}.`);
}

/** Imports one file. Bad rows are counted, told and set aside; a file that breaks off keeps what was read. Rejects when the database does. */
export async function importFile({ file, format }: FoundFile, parts: FileParts): Promise<FileReport> {
  const report: FileReport = {
    file,
    format: format.name,
    read: 0,
    imported: 0,
    duplicate: 0,
    rejected: 0,
    reasons: new Map(),
    first: [],
    rejectedFile: null,
    broken: null,
  };
  const rejected = new RejectedFile(file, format.sample);
  try {
    const stored = await copyContacts(
      parts.database.pool,
      parts.options.systemId,
      contactsIn(file, format, parts, report, rejected),
    );
    report.imported = stored.accepted;
    report.duplicate = stored.duplicates;
  } finally {
    await rejected.close();
    report.rejectedFile = rejected.path;
  }
  return report;
}

async function* contactsIn(
  file: string,
  format: ImportFormat,
  parts: FileParts,
  report: FileReport,
  rejected: RejectedFile,
): AsyncGenerator<Contact[]> {
  const rows = new RowReader(format, parts, report, rejected);
  const lines = readLines(file);
  while (true) {
    const next = await nextLines(lines, report);
    if (next === null) return;
    yield await rows.read(next);
    await rejected.write();
    parts.onProgress(report.read, next.read);
  }
}

/** Only reading the file may break off without losing what is stored: a fault of the database is none of the file's. */
async function nextLines(lines: AsyncGenerator<Lines>, report: FileReport): Promise<Lines | null> {
  try {
    const { value, done } = await lines.next();
    return done === true ? null : value;
  } catch (error) {
    report.broken = errorText(error);
    return null;
  }
}

/** Turns the lines of one file into contacts, and notes what cannot be one. */
class RowReader {
  readonly #format: ImportFormat;
  readonly #parts: FileParts;
  readonly #report: FileReport;
  readonly #rejected: RejectedFile;
  readonly #occurrences = new Occurrences();
  #reader: LineReader | null = null;

  constructor(format: ImportFormat, parts: FileParts, report: FileReport, rejected: RejectedFile) {
    this.#format = format;
    this.#parts = parts;
    this.#report = report;
    this.#rejected = rejected;
  }

  async read({ first, lines }: Lines): Promise<Contact[]> {
    const found: { at: number; contact: FileContact }[] = [];
    for (const [i, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const contact = this.#readLine(line);
      if (contact === null) continue;
      this.#report.read += 1;
      if (typeof contact === 'string') this.#reject(first + i, contact, line);
      else found.push({ at: i, contact });
    }
    await this.#parts.target.make(new Set(found.map(({ contact }) => contact.receiver)));
    return found.flatMap(({ at, contact }): Contact[] => {
      const { receiver, ...heard } = contact;
      const rxId = this.#parts.target.receiver(receiver);
      const n = typeof rxId === 'number' ? this.#occurrences.count({ rxId, ...heard }) : 0;
      const fault = typeof rxId === 'string' ? rxId : n > mostEqual ? 'too many equal rows' : null;
      if (typeof rxId === 'number' && fault === null) return [n === 0 ? { rxId, ...heard } : { rxId, ...heard, n }];
      this.#reject(first + at, fault ?? '', lines[at] as string);
      return [];
    });
  }

  /** Null for a header: the file's own, or that of another one written behind it. */
  #readLine(line: string): FileContact | string | null {
    const { options, now } = this.#parts;
    const contact = this.#reader?.(line) ?? 'no header';
    if (typeof contact !== 'string') return timeFault(contact.ts, now, options.from, options.to) ?? contact;
    if (!this.#format.knows(line)) return contact;
    this.#reader = this.#format.reader(line, options);
    return null;
  }

  #reject(line: number, reason: string, row: string): void {
    const { reasons, first } = this.#report;
    this.#report.rejected += 1;
    const counted = reasons.has(reason) || reasons.size < mostReasons ? reason : 'other reasons';
    reasons.set(counted, (reasons.get(counted) ?? 0) + 1);
    if (first.length < mostTold) first.push({ line, reason });
    this.#rejected.add(line, reason, row);
  }
}
