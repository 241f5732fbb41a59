import { type Insertable, sql } from 'kysely';
import type { MapLayer } from '#model/entities/map-layer.ts';
import type { Db } from '../database.ts';
import type { DatabaseSchema } from '../schema.ts';

/** The number of deleted layers whose features are kept for an undo. */
const keptReleased = 20;

/** Returns the layers of a system, the lowest first. */
export async function listMapLayers({ db }: Db, systemId: string): Promise<MapLayer[]> {
  const rows = await db
    .selectFrom('map_layers')
    .innerJoin('map_layer_contents', (join) =>
      join
        .onRef('map_layer_contents.system_id', '=', 'map_layers.system_id')
        .onRef('map_layer_contents.hash', '=', 'map_layers.content'),
    )
    .select(['map_layers.id', 'name', 'color', 'shown', 'place', 'content', 'rev'])
    .select(['format', 'bytes', 'features', 'vertices', 'bounds'])
    .where('map_layers.system_id', '=', systemId)
    .orderBy('place')
    .orderBy('map_layers.id')
    .execute();
  return rows.map((row) => ({ ...row, bounds: row.bounds as MapLayer['bounds'] }));
}

/** Returns packed features by their hash; undefined if they are not kept any more. */
export async function packedFeatures({ db }: Db, systemId: string, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('map_layer_contents')
    .select('packed')
    .where('system_id', '=', systemId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.packed;
}

/** Returns the hash of a layer's features; undefined if the system has no such layer. */
export async function hashOfLayer({ db }: Db, systemId: string, layerId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('map_layers')
    .select('content')
    .where('system_id', '=', systemId)
    .where('id', '=', layerId)
    .executeTakeFirst();
  return row?.content;
}

/**
 * Stores the features of a layer that is about to be created; equal features are stored once. Deletes
 * features that no layer uses, except the most recently released ones, which an undo may need.
 */
export async function keepFeatures({ db }: Db, content: Insertable<DatabaseSchema['map_layer_contents']>): Promise<void> {
  await db
    .insertInto('map_layer_contents')
    .values(content)
    // Update an existing row too, so that a concurrent clean-up sees that the features are in use.
    .onConflict((there) => there.columns(['system_id', 'hash']).doUpdateSet({ released_at: null }))
    .execute();
  await sql`delete from map_layer_contents as content where system_id = ${content.system_id} and hash in (
    select hash from map_layer_contents as old where system_id = ${content.system_id} and hash <> ${content.hash}
      and not exists (select from map_layers where map_layers.system_id = old.system_id and map_layers.content = old.hash)
      order by released_at desc nulls last offset ${keptReleased})`.execute(db);
}

/** Returns whether the features are still kept; locks them against deletion until the transaction ends. */
export async function hasFeatures({ db }: Db, systemId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('map_layer_contents')
    .select('hash')
    .where('system_id', '=', systemId)
    .where('hash', '=', hash)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the number of a system's layers, and the position above all of them. */
export async function roomForLayers({ db }: Db, systemId: string): Promise<{ layers: number; next: number }> {
  const row = await db
    .selectFrom('map_layers')
    .select(({ fn }) => [fn.countAll<string>().as('layers'), fn.max('place').as('highest')])
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  return { layers: Number(row.layers), next: (row.highest ?? -1) + 1 };
}

/**
 * Returns whether a system has or had a layer. Features of deleted layers count, because they are kept
 * (LAY-6).
 */
export async function everHadLayers({ db }: Db, systemId: string): Promise<boolean> {
  const row = await db
    .selectFrom('map_layer_contents')
    .select('hash')
    .where('system_id', '=', systemId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
