import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { layerNameMaxLength, mapLayerSchema, maxLayerBytes, maxLayers } from '../entities/map-layer.ts';
import { administrator, viewer } from '../entities/role.ts';
import { baseMapSchema } from '../entities/base-map.ts';
import { calls } from './call.ts';
import { name } from '../fields/fields.ts';
import { color, rowId } from '../fields/value-fields.ts';
import { changedReply, editCall } from './edit-call.ts';

const layerName = name(layerNameMaxLength);

/** CALL-3: the base map and the layers below the pins of a system's map. */
export const mapLayerCalls = calls({
  getBaseMap: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/map/base',
    access: { role: viewer },
    reply: baseMapSchema,
  },
  listMapLayers: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/map/layers',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, layers: v.array(mapLayerSchema) }),
  },
  getMapLayerContent: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/map/layers/{id}/content',
    access: { role: viewer },
    reply: v.unknown(),
    binary: true,
  },
  addMapLayer: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/map/layers',
    access: { role: administrator },
    query: v.object({ name: layerName, color, fileName: name(254) }),
    upload: maxLayerBytes,
    changes: true,
    reply: v.object({ id: v.number(), ...changeReply }),
  },
  renameMapLayer: editCall(administrator, 'map/layers/{id}/name', v.object({ newName: layerName })),
  recolourMapLayer: editCall(administrator, 'map/layers/{id}/color', v.object({ newColor: color })),
  showMapLayer: editCall(administrator, 'map/layers/{id}/shown', v.object({ shown: v.boolean() })),
  orderMapLayers: editCall(
    administrator,
    'map/layer-order',
    v.object({ ids: v.pipe(v.array(rowId), v.minLength(1), v.maxLength(maxLayers)) }),
  ),
  deleteMapLayer: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/map/layers/{id}',
    access: { role: administrator },
    changes: true,
    reply: changedReply,
  },
});
