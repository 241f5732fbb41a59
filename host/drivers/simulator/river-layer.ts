import { layerColours } from '#model/layers/layer-edits.ts';
import { layerContent } from '../../domain/layers/index.ts';
import { addLayer, placeForLayer } from '../../platform/changes/layer-room.ts';
import { change } from '../../platform/changes/change.ts';
import type { Lease } from '../../platform/leases/leases.ts';
import { findSystem } from '../../platform/store/accounts/systems.ts';
import type { Database } from '../../platform/store/database.ts';
import { everHadLayers } from '../../platform/store/fleet/map-layers.ts';
import { toCoordinates } from './river.ts';
import type { World } from './world.ts';

/** Returns the river of a simulated study as a GeoJSON file with its name. */
export function riverFile({ river, riverName }: Pick<World, 'river' | 'riverName'>): string {
  const coordinates = river.points.map((point) => {
    const { latitude, longitude } = toCoordinates(river.origin, point);
    return [longitude, latitude];
  });
  const feature = { type: 'Feature', properties: { name: riverName }, geometry: { type: 'LineString', coordinates } };
  return JSON.stringify({ type: 'FeatureCollection', features: [feature] });
}

/**
 * Adds the river to the map of a demo system that never had a layer (LAY-14), as if a person had uploaded it.
 * It is a separate change, so that people can undo it alone. If it is deleted, it is not added again.
 */
export async function layRiver(
  database: Pick<Database, 'db' | 'pool'>,
  systemId: string,
  world: World,
  lease: Pick<Lease, 'hold'>,
): Promise<void> {
  const system = await findSystem(database, systemId);
  if (system?.demo !== true || (await everHadLayers(database, systemId))) return;
  const { packed, ...facts } = layerContent(Buffer.from(riverFile(world)), 'river.geojson');
  const [[, color]] = layerColours as readonly [readonly [string, string]];
  await change(database, { systemId, by: null, through: 'simulator' }, async (writer) => {
    await lease.hold(writer);
    const place = await placeForLayer(writer);
    // A person may have added a layer since the first check.
    if (await everHadLayers(writer, systemId)) return;
    await addLayer(writer, { name: world.riverName, color, place }, { ...facts, packed: Buffer.from(packed) });
  });
}
