import { sql } from 'kysely';
import type { FieldsOf } from '#model/changes/change-kinds.ts';
import { type KeptPlace, restorePlaces, returnToSite } from '../store/fleet/receiver-places.ts';
import { type ChangeWriter, type KeptRow, type PlaceKind, placeTracks } from './change-writer.ts';

/**
 * Sets whether later writes of a receiver's place in this transaction count as a move, a correction or a
 * restoration.
 */
async function placeAs({ db }: ChangeWriter, way: 'moved' | 'corrected' | 'restored'): Promise<void> {
  await sql`select set_config('console.placing', ${way}, true)`.execute(db);
}

/**
 * Corrects a receiver's place as if it had always been so (RX-40). Rewrites its present place, and the places
 * before it that have the same coordinates.
 * @throws ApiError 404 if there is no such receiver.
 */
export async function correctPlace(writer: ChangeWriter, rxId: number, to: FieldsOf<'receiver.relocated'>): Promise<void> {
  await placeAs(writer, 'corrected');
  await writer.edit('receiver.relocated', rxId, to);
  await placeAs(writer, 'moved');
}

/**
 * Moves a receiver back to its place before a change and restores the places that the change kept. If the
 * change kept none, the move counts as a correction.
 * @throws ApiError 404 if there is no such receiver.
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

/** Undoes bringing a retired receiver back: retires it again and restores the places it had while retired. */
export async function retireAgain(writer: ChangeWriter, rxId: number, kept: KeptRow | undefined): Promise<void> {
  await writer.retire(rxId);
  if (kept === undefined) return;
  await restorePlaces(writer, rxId, 'both', placesIn(kept));
  await returnToSite(writer, rxId);
}

function placesIn(kept: KeptRow): readonly KeptPlace[] {
  return kept['places'] as readonly KeptPlace[];
}
