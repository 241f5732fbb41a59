import { sql } from 'kysely';
import type { FieldsOf } from '#model/changes/change-kinds.ts';
import { type KeptPlace, restorePlaces, returnToSite } from '../store/fleet/receiver-places.ts';
import { type ChangeWriter, type KeptRow, type PlaceKind, placeTracks } from './change-writer.ts';

/** How what is written of a receiver's place counts from then on, in this transaction. */
async function placeAs({ db }: ChangeWriter, way: 'moved' | 'corrected' | 'restored'): Promise<void> {
  await sql`select set_config('console.placing', ${way}, true)`.execute(db);
}

/**
 * Sets where a receiver stands as if it had been so all along (RX-40): its present place is rewritten, and
 * those before it at the same coordinates. @throws ApiError 404 where there is no such receiver.
 */
export async function correctPlace(writer: ChangeWriter, rxId: number, to: FieldsOf<'receiver.relocated'>): Promise<void> {
  await placeAs(writer, 'corrected');
  await writer.edit('receiver.relocated', rxId, to);
  await placeAs(writer, 'moved');
}

/**
 * Puts a receiver back where it stood before a change, and its places as that change kept them; where it kept
 * none, as a correction. @throws ApiError 404 where there is no such receiver.
 */
export async function putBack<Kind extends PlaceKind>(
  writer: ChangeWriter,
  { kind, id, before }: { kind: Kind; id: number; before: FieldsOf<Kind> },
  kept: KeptRow | undefined,
): Promise<void> {
  await placeAs(writer, kept === undefined ? 'corrected' : 'restored');
  await writer.edit(kind, id, before);
  await placeAs(writer, 'moved');
  if (kept !== undefined) await restorePlaces(writer, id, placeTracks[kind], placesIn(kept));
}

/** Retires a receiver again that was restored: its places are those that it had while it was retired. */
export async function retireAgain(writer: ChangeWriter, rxId: number, kept: KeptRow | undefined): Promise<void> {
  await writer.retire(rxId);
  if (kept === undefined) return;
  await restorePlaces(writer, rxId, 'both', placesIn(kept));
  await returnToSite(writer, rxId);
}

function placesIn(kept: KeptRow): readonly KeptPlace[] {
  return kept['places'] as readonly KeptPlace[];
}
