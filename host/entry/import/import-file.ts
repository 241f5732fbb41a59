import { type Contact, maxEqual, tooManyEqual } from '#model/entities/contact.ts';
import { dayOf, droppedDays } from '../../platform/store/contacts/contact-partitions.ts';
import { copyContacts, droppedDay } from '../../platform/store/contacts/contacts-store.ts';
import type { Database } from '../../platform/store/database.ts';
import { Occurrences } from '../../domain/contacts/occurrences.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { RepeatedHours } from './clock-reading.ts';
import { rowIn } from './found-file.ts';
import type { FileContact } from './import-format.ts';
import { importModems } from './import-modems.ts';
import { importVitals } from './import-vitals.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportTarget } from './import-target.ts';
import type { ModemTarget } from './modem-target.ts';
import { ParsedFile, type ParsedPart, type ReadingFacts } from './parsed-file.ts';
import { RejectedFile } from './rejected-file.ts';

/**
 * The result of one file. `broken` says why it could not be read to its end, else null; `rejectedFile` is the
 * file with the rejected rows, if any; `repeated` says how rows were read in an hour that the clocks repeat.
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
 * How many rows of a file are done. `of` is the total, null if unknown; `part` is the share that is done (0
 * to 1).
 */
export type RowsDone = { rows: number; of: number | null; part: number };

export type FileParts = {
  database: Database;
  options: ImportOptions;
  target: ImportTarget;
  /** The modems that voltages and temperatures belong to; null if they belong to receivers. */
  modems: ModemTarget | null;
  onProgress: (done: RowsDone) => void;
};

/**
 * How many batches are stored at a time. On a machine with two cores, one reads the file and the other stores
 * a batch; the second batch uses the time in which the reader waits.
 */
const storedAtOnce = 2;
const maxListed = 20;
const maxReasons = 50;

/**
 * Imports one file. Bad rows are counted, listed and written to a separate file. If the file breaks off, the
 * rows before that point are imported. Rejects if the database fails.
 */
export async function importFile(parsed: ParsedFile, parts: FileParts): Promise<FileReport> {
  const { file, format } = parsed.found;
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
    repeated: parsed.repeated,
  };
  const rejected = new RejectedFile(file);
  const { database, options } = parts;
  const contacts = contactsIn({ parsed, parts, report, rejected });
  try {
    const stored = await copyContacts(database.ingest.pool, options.systemId, contacts, { atOnce: storedAtOnce });
    report.imported += stored.accepted;
    report.duplicate += stored.duplicates;
    // Some days were dropped between the check and the storing. Their rows are lost, but reported.
    if (stored.refused > 0) countRejected(report, droppedDay, stored.refused);
    if (stored.gone !== undefined) countRejected(report, 'unknown receiver: deleted during the import', stored.gone);
  } finally {
    await rejected.close();
    report.rejectedFile = rejected.path;
    report.broken = parsed.broken;
  }
  return report;
}

type Reading = { parsed: ParsedFile; parts: FileParts; report: FileReport; rejected: RejectedFile };

async function* contactsIn(reading: Reading): AsyncGenerator<Contact[]> {
  const { parsed, parts, report, rejected } = reading;
  const rows = new RowReader(reading);
  for await (const part of parsed.parts()) {
    yield await rows.read(part);
    await rejected.write();
    const of = parsed.rows;
    parts.onProgress({ rows: report.read, of, part: of === null ? part.read : report.read / Math.max(1, of) });
  }
}

function countRejected(report: FileReport, reason: string, rows: number): void {
  const { reasons } = report;
  report.rejected += rows;
  const counted = reasons.has(reason) || reasons.size < maxReasons ? reason : 'other reasons';
  reasons.set(counted, (reasons.get(counted) ?? 0) + rows);
}

/** The receivers and modems that some rows of a file name, which may have to be created. */
type NamedInRows = { receivers: Set<string>; modems: Set<string> };

/**
 * Yields, part by part and with repeats, the receivers and modems that the valid rows of a file name. So
 * everything missing is known, and can be created in one change, before the first contact is stored. If the
 * file breaks off, the names end there; the import reports that later. If the file was read ahead completely,
 * it is not read again.
 */
export async function* namedIn(
  { found, whole }: ParsedFile,
  { database, ...facts }: ReadingFacts & Pick<FileParts, 'database'>,
): AsyncGenerator<NamedInRows> {
  for await (const { contacts, vitals } of whole ?? new ParsedFile(found, facts).parts()) {
    const dropped = await droppedDays(database.ingest.pool, facts.options.systemId, contacts);
    const named: NamedInRows = { receivers: new Set(), modems: new Set() };
    for (const contact of contacts) if (dropped.size === 0 || !dropped.has(dayOf(contact))) named.receivers.add(contact.receiver);
    for (const { row } of vitals) {
      if (!facts.options.asModems) named.receivers.add(row.receiver);
      else if (row.extremes.ok) named.modems.add(row.receiver);
    }
    yield named;
  }
}

/**
 * Converts the parsed contacts of one file to contacts of the system's receivers, stores the vitals, and
 * reports the rows that cannot be stored.
 */
class RowReader {
  readonly #reading: Reading;
  readonly #occurrences = new Occurrences();

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  async read(part: ParsedPart): Promise<Contact[]> {
    const { parts, report, rejected } = this.#reading;
    report.read += part.rows;
    for (const other of part.others) {
      if ('header' in other) rejected.header(other.header);
      else this.#reject(part, other.place, other.reason);
    }
    const { database, target, modems } = parts;
    const { systemId } = parts.options;
    const reject = (place: number, reason: string) => this.#reject(part, place, reason);
    const stored =
      modems === null
        ? await importVitals(part, { database, systemId, target }, reject)
        : await importModems(part, { database, systemId, modems }, reject);
    report.imported += stored.imported;
    report.duplicate += stored.duplicate;
    const dropped = await droppedDays(database.ingest.pool, systemId, part.contacts);
    const taken: Contact[] = [];
    for (const [index, contact] of part.contacts.entries()) {
      const isDropped = dropped.size > 0 && dropped.has(dayOf(contact));
      const numbered = isDropped ? refused(droppedDay) : this.#numbered(contact);
      if (numbered.ok) taken.push(numbered.value);
      else this.#reject(part, part.places[index] as number, numbered.reason);
    }
    return taken;
  }

  /**
   * Returns the contact with its receiver's id and, if equal contacts came before it, a number; or why the
   * contact is refused.
   */
  #numbered({ receiver, ant, freq, code, type, power, ts }: FileContact): Result<Contact> {
    const named = this.#reading.parts.target.receiver(receiver);
    if (!named.ok) return named;
    const contact = { rxId: named.value, ant, freq, code, type, power, ts };
    const n = this.#occurrences.count(contact);
    if (n >= maxEqual) return refused(tooManyEqual);
    return accepted(n === 0 ? contact : { ...contact, n });
  }

  #reject({ first, lines, foreign }: ParsedPart, place: number, reason: string): void {
    const { parsed, report, rejected } = this.#reading;
    const line = first + place;
    countRejected(report, reason, 1);
    if (report.first.length < maxListed) report.first.push({ line, reason });
    const row = rowIn(parsed.found, lines[place] as string);
    rejected.add(line, reason, row, foreign?.has(place) === true ? 'latin1' : 'utf8');
  }
}
