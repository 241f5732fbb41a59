import { mapArchivePath } from '#model/entities/base-map.ts';
import { LayerRefusal } from '#model/layers/layer-refusal.ts';
import type { MapStyle } from '../../domain/base-map/index.ts';
import { type LayerContent, readLayerFile } from '../../domain/layers/index.ts';
import { invalidRequest, notFound } from '../../platform/api-error.ts';
import { type ChangeOutcome, earlierOutcome } from '../../platform/changes/change.ts';
import { addLayer, placeForLayer } from '../../platform/changes/layer-room.ts';
import { proveStillAllowed } from '../../platform/changes/still-allowed.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import type { Database } from '../../platform/store/database.ts';
import { hashOfLayer, listMapLayers, packedFeatures } from '../../platform/store/fleet/map-layers.ts';
import type { Handlers } from './call-handlers.ts';
import { consoleChange, quickEdit } from './console-change.ts';

/** The base map that the operator configured. */
export type BaseMapParts = { hasArchive: boolean; style: Pick<MapStyle, 'ask'> };

/** Returns the handlers for the layers under the pins of a system's map (CALL-3, LAY-1). */
export function mapLayers(database: Pick<Database, 'db' | 'pool'>, { hasArchive, style }: BaseMapParts) {
  return {
    async getBaseMap() {
      const { url, failed } = await style.ask();
      return { archive: hasArchive ? mapArchivePath : null, style: url, styleFailed: failed };
    },

    async listMapLayers({ system }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => ({
        asOf: { epoch, revision },
        layers: await listMapLayers({ db }, system.mitasId),
      }));
    },

    async getMapLayerContent({ system, params, exchange }) {
      const hash = await hashOfLayer(database, system.mitasId, params.id);
      if (hash === undefined) throw noSuchLayer(params.id);
      if (exchange.isKnown(hash)) return null;
      const packed = await packedFeatures(database, system.mitasId, hash);
      if (packed === undefined) throw noSuchLayer(params.id);
      return exchange.packed('application/geo+json', packed);
    },

    async addMapLayer(call) {
      const { name, color, fileName } = call.query;
      // Answer a repeat at once: it need not wait for its turn or read the file again (LAY-4).
      const earlier = call.operation && (await earlierOutcome<{ id: number }>(database, call.caller.userId, call.operation));
      if (earlier !== undefined) return answerTo(earlier);
      const content = await read(call.body, fileName, call.system.mitasId, call.exchange.gone());
      const done = await consoleChange(
        database,
        call,
        async (writer) => {
          const place = await placeForLayer(writer);
          // Check access again, because receiving and reading the file took time.
          await proveStillAllowed(writer, call.caller.userId, 'layer.added');
          return { id: await addLayer(writer, { name, color, place }, rowOf(content)) };
        },
        'name',
      );
      return answerTo(done);
    },

    renameMapLayer: (call) => quickEdit(database, call, 'layer.renamed', { name: call.body.newName }, 'newName'),
    recolourMapLayer: (call) => quickEdit(database, call, 'layer.recoloured', { color: call.body.newColor }),
    showMapLayer: (call) => quickEdit(database, call, 'layer.switched', { shown: call.body.shown }),

    async orderMapLayers(call) {
      const { reply: _, ...done } = await consoleChange(database, call, async (writer) => {
        const ids = [...new Set(call.body.ids)];
        const listed = (await listMapLayers(writer, writer.systemId)).map(({ id }) => id);
        // Lock all of them in one step. That a layer was just deleted is an error only if the request names
        // that layer.
        await writer.lockPresent('layer', [...new Set([...ids, ...listed])]);
        await writer.lock('layer', ids);
        const others = listed.filter((id) => !ids.includes(id) && writer.fieldsOf('layer', id) !== undefined);
        for (const [place, id] of [...ids, ...others].entries()) await writer.edit('layer.placed', id, { place });
      });
      return done;
    },

    async deleteMapLayer(call) {
      const { reply: _, ...done } = await consoleChange(database, call, (writer) => writer.remove('layer', call.params.id));
      return done;
    },
  } satisfies Partial<Handlers>;
}

const answerTo = ({ reply, ...done }: ChangeOutcome<{ id: number }>) => ({ ...reply, ...done });
const noSuchLayer = (id: number) => notFound(`There is no map layer ${id} here`);

/**
 * Reads an uploaded file.
 * @throws ApiError 400 saying what is wrong with the file.
 */
async function read(file: Uint8Array<ArrayBuffer>, fileName: string, systemId: string, gone: AbortSignal): Promise<LayerContent> {
  try {
    return await readLayerFile({ file, fileName }, systemId, gone);
  } catch (error) {
    throw error instanceof LayerRefusal ? invalidRequest(error.message, 'file') : error;
  }
}

function rowOf({ packed, ...facts }: LayerContent) {
  return { ...facts, packed: Buffer.from(packed) };
}
