import { accepted, type Result } from '#model/result.ts';
import { nothingSaid } from '../../domain/vitals/wire-status.ts';
import { addPastVitals, otherOfThatTime } from '../../domain/vitals/write-vitals.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { goneReceiver } from '../../platform/store/contacts/contacts-store.ts';
import type { ReportOutcome } from '../../platform/store/fleet/first-of-each.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import { storingContacts } from '../../platform/store/storage-watch.ts';
import type { ImportTarget } from './import-target.ts';
import type { ParsedPart } from './parsed-file.ts';

/**
 * Stores the vitals in a part of a file. Returns how many were new and how many were duplicates. Calls
 * `reject` with the place of each row that cannot be stored.
 */
export async function importVitals(
  part: ParsedPart,
  { database, systemId, target }: { database: Database; systemId: string; target: ImportTarget },
  reject: Reject,
): Promise<Counts> {
  return importReports<ReceiverVitals>(part, database, reject, {
    read({ receiver, ts, voltage, temperature }) {
      const named = target.receiver(receiver);
      return named.ok ? accepted({ ...nothingSaid, rxId: named.value, ts, voltage, temperature }) : named;
    },
    write: (vitals) => inTransaction(database.ingest, (within) => addPastVitals(within, systemId, vitals)),
    refusal: (outcome, { rxId }) => (outcome === 'gone' ? goneReceiver(rxId) : otherOfThatTime),
  });
}

export type Reject = (place: number, reason: string) => void;
export type Counts = { imported: number; duplicate: number };

/** How rows of a file become reports of one kind: read them, store them, and say why one is refused. */
type ReportKind<Report> = {
  read: (row: ParsedPart['vitals'][number]['row']) => Result<Report>;
  write: (reports: readonly Report[]) => Promise<readonly ReportOutcome[]>;
  refusal: (outcome: 'differs' | 'gone', report: Report) => string;
};

/** Stores the readings in a part of a file as reports of one kind; see `importVitals`. */
export async function importReports<Report>(
  part: ParsedPart,
  database: Database,
  reject: Reject,
  { read, write, refusal }: ReportKind<Report>,
): Promise<Counts> {
  const counts = { imported: 0, duplicate: 0 };
  const rows: { report: Report; place: number }[] = [];
  for (const { row, place } of part.vitals) {
    const result = read(row);
    if (result.ok) rows.push({ report: result.value, place });
    else reject(place, result.reason);
  }
  if (rows.length === 0) return counts;
  const reports = rows.map(({ report }) => report);
  const outcomes = await storingContacts(database.ingest.pool, rows.length, () => write(reports));
  for (const [at, { report, place }] of rows.entries()) {
    const outcome = outcomes[at] as ReportOutcome;
    if (outcome === 'added') counts.imported += 1;
    else if (outcome === 'duplicate') counts.duplicate += 1;
    else reject(place, refusal(outcome, report));
  }
  return counts;
}
