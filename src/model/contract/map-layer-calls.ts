import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { mapLayerSchema, maxLayerBytes, maxLayers } from '../entities/map-layer.ts';
import { administrator, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, name } from './fields.ts';
import { color, rowId } from './value-fields.ts';

const layerName = name(60);
const done = v.object({ ...message.entries, ...changeReply });

/** CALL-3: what lies under the pins of a system's map. */
export const mapLayerCalls = calls({
  listMapLayers: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/map/layers',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, layers: v.array(mapLayerSchema) }),
    summary: "A system's own layers, from below",
  },
  getMapLayerContent: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/map/layers/{id}/content',
    access: { role: viewer },
    reply: v.unknown(),
    binary: true,
    summary: 'The features of a layer, as GeoJSON',
  },
  addMapLayer: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/map/layers',
    access: { role: administrator },
    query: v.object({ name: layerName, color, fileName: name(254) }),
    upload: maxLayerBytes,
    changes: true,
    reply: v.object({ id: v.number(), ...changeReply }),
    summary: 'Add a layer from a file: GeoJSON, GPX or KML',
  },
  renameMapLayer: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/map/layers/{id}/name',
    access: { role: administrator },
    body: v.object({ newName: layerName }),
    changes: true,
    reply: done,
    summary: 'Rename a layer',
  },
  recolourMapLayer: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/map/layers/{id}/color',
    access: { role: administrator },
    body: v.object({ newColor: color }),
    changes: true,
    reply: done,
    summary: "Change a layer's colour",
  },
  showMapLayer: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/map/layers/{id}/shown',
    access: { role: administrator },
    body: v.object({ shown: v.boolean() }),
    changes: true,
    reply: done,
    summary: 'Show a layer on the map of everybody, or hide it',
  },
  orderMapLayers: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/map/layer-order',
    access: { role: administrator },
    body: v.object({ ids: v.pipe(v.array(rowId), v.minLength(1), v.maxLength(maxLayers)) }),
    changes: true,
    reply: done,
    summary: 'Which layer lies above which, from below',
  },
  deleteMapLayer: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/map/layers/{id}',
    access: { role: administrator },
    changes: true,
    reply: done,
    summary: 'Delete a layer',
  },
});
