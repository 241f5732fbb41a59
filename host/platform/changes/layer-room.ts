import { maxLayers } from '#model/entities/map-layer.ts';
import { inTheWay } from '../api-error.ts';
import { lockSystem } from '../store/accounts/systems.ts';
import { hasFeatures, roomForLayers } from '../store/fleet/map-layers.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * Where the next layer of a system lies (LAY-2). The lock makes two who add one at once count one after the
 * other. @throws ApiError 409 where it has as many as it takes.
 */
export async function placeForLayer(writer: ChangeWriter): Promise<number> {
  await lockSystem(writer, writer.systemId);
  const { layers, next } = await roomForLayers(writer, writer.systemId);
  if (layers >= maxLayers) throw inTheWay(`A system has at most ${maxLayers} map layers: delete one that is no longer needed`);
  return next;
}

/** @throws ApiError 409 where a deleted layer has no room any more, or its features are no longer kept. */
export async function refuseReturningLayer(writer: ChangeWriter, { content }: { content: string }): Promise<void> {
  await placeForLayer(writer);
  if (!(await hasFeatures(writer, writer.systemId, content)))
    throw inTheWay('The features of this layer are no longer kept: add its file again');
}
