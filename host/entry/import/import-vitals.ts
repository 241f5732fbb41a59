import { nothingSaid } from '../../domain/vitals/wire-status.ts';
import { addPastVitals, otherOfThatTime } from '../../domain/vitals/write-vitals.ts';
import { type Database, inTransaction } from '../../platform/store/database.ts';
import { goneReceiver } from '../../platform/store/contacts/contacts-store.ts';
import type { ReportFate } from '../../platform/store/fleet/first-of-each.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import { storingContacts } from '../../platform/store/storage-watch.ts';
import type { ImportTarget } from './import-target.ts';
import type { ParsedPart } from './parsed-file.ts';

/**
 * Stores the vitals in a part of a file; answers how many were new, and how many were there already. What
 * cannot be stored is handed to `reject` by its place.
 */
export async function importVitals(
  part: ParsedPart,
  { database, systemId, target }: { database: Database; systemId: string; target: ImportTarget },
  reject: (place: number, reason: string) => void,
): Promise<{ imported: number; duplicate: number }> {
  const vitals: ReceiverVitals[] = [];
  const places: number[] = [];
  for (const { row, place } of part.vitals) {
    const { receiver, extremes: _, ...measured } = row;
    const named = target.receiver(receiver);
    if (!named.ok) {
      reject(place, named.reason);
      continue;
    }
    vitals.push({ ...nothingSaid, rxId: named.value, ...measured });
    places.push(place);
  }
  if (vitals.length === 0) return { imported: 0, duplicate: 0 };
  const store = () => inTransaction(database.ingest, (within) => addPastVitals(within, systemId, vitals));
  const fates = await storingContacts(database.ingest.pool, vitals.length, store);
  return countFates(fates, (at, fate) => {
    reject(places[at] as number, fate === 'gone' ? goneReceiver((vitals[at] as ReceiverVitals).rxId) : otherOfThatTime);
  });
}

/** Counts what became of reports by their places, and hands over those that were refused. */
export function countFates(
  fates: readonly ReportFate[],
  refuse: (at: number, fate: 'differs' | 'gone') => void,
): { imported: number; duplicate: number } {
  const counts = { imported: 0, duplicate: 0 };
  for (const [at, fate] of fates.entries()) {
    if (fate === 'added') counts.imported += 1;
    else if (fate === 'duplicate') counts.duplicate += 1;
    else refuse(at, fate);
  }
  return counts;
}
