import type { Insertable } from 'kysely';
import { maxLayers } from '#model/entities/map-layer.ts';
import { inTheWay } from '../api-error.ts';
import { lockSystem } from '../store/accounts/systems.ts';
import type { DatabaseSchema } from '../store/schema.ts';
import { hasFeatures, keepFeatures, roomForLayers } from '../store/fleet/map-layers.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * Returns the position for a system's next layer (LAY-2). Locks the system, so that simultaneous additions
 * are counted one after the other.
 * @throws ApiError 409 if the system already has the most layers allowed.
 */
export async function placeForLayer(writer: ChangeWriter): Promise<number> {
  await lockSystem(writer, writer.systemId);
  const { layers, next } = await roomForLayers(writer, writer.systemId);
  if (layers >= maxLayers)
    throw inTheWay(`A system can have at most ${maxLayers} map layers: delete one that is no longer needed`);
  return next;
}

/** The stored features of a layer, without their system. */
export type LayerFeaturesRow = Omit<Insertable<DatabaseSchema['map_layer_contents']>, 'system_id' | 'released_at'>;

/** Adds a layer above all others (LAY-1), at the position from `placeForLayer`. Returns its id. */
export async function addLayer(
  writer: ChangeWriter,
  { name, color, place }: { name: string; color: string; place: number },
  features: LayerFeaturesRow,
): Promise<number> {
  await keepFeatures(writer, { ...features, system_id: writer.systemId, released_at: null });
  return writer.create('layer', { name, color, shown: true, place, content: features.hash });
}

/**
 * Checks whether a deleted layer can be brought back. @throws ApiError 409 if there is no room for it, or its
 * features are no longer kept.
 */
export async function refuseReturningLayer(writer: ChangeWriter, { content }: { content: string }): Promise<void> {
  await placeForLayer(writer);
  if (!(await hasFeatures(writer, writer.systemId, content)))
    throw inTheWay('The features of this layer are no longer kept: add its file again');
}
