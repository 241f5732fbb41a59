import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { maxPort, receiverAliasSchema, receiverSchema, receiverStateSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, oldText } from './fields.ts';
import { color, latitude, longitude, rowId, rowIds } from './value-fields.ts';
import { isStorableJson, unstorableJson } from './loose-fields.ts';

const ip = v.pipe(v.string(), v.maxLength(15, 'Cannot be longer'), v.ipv4('Invalid IP'));
const port = v.pipe(v.number(), v.integer(), v.minValue(1, 'Invalid Port'), v.maxValue(maxPort, 'Invalid Port'));

/** A receiver with its configuration: alias and size are checked, its sections are taken as they come. */
const receiverConfig = v.pipe(
  v.looseObject({ basic: v.looseObject({ alias: receiverAliasSchema, id: v.optional(rowId) }) }),
  v.check((config) => isStorableJson(config), unstorableJson),
);
/** What a change answers that has only a sentence to show. */
const changed = v.object({ ...message.entries, ...changeReply });
const shownConfig = v.looseObject({ basic: v.looseObject({ alias: v.string() }) });

/** CALL-3: receivers, everything but the statistics. */
export const receiverCalls = calls({
  createReceiver: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receivers',
    access: { role: researcher },
    body: v.object({ newRx: receiverConfig, siteId: rowId }),
    reply: v.object({ rxData: receiverSchema }),
    summary: 'Create a receiver at a site',
  },
  copyReceiver: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receivers/copy',
    access: { role: researcher },
    body: v.object({ siteId: rowId, rxId: rowId }),
    reply: v.object({ rxData: receiverSchema }),
    summary: 'Copy a receiver to a site',
  },
  batchUpdateReceivers: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/receivers/batchUpdate',
    access: { role: researcher },
    body: v.object({ rxData: receiverConfig, applyIds: rowIds }),
    reply: message,
    summary: 'Apply one configuration to several receivers',
  },
  getReceiverStates: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/states',
    access: { role: viewer },
    reply: v.object({ states: v.array(receiverStateSchema), initialStates: v.array(receiverStateSchema) }),
    summary: 'State changes of the past 7 days, and the state each receiver had before them',
  },
  getReceiver: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}',
    access: { role: viewer },
    reply: v.object({ rxData: shownConfig }),
    summary: 'One receiver with its configuration',
  },
  updateReceiver: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/receivers/{id}',
    access: { role: researcher },
    body: v.object({ rxData: receiverConfig }),
    repeats: { 'rxData.basic.id': 'id' },
    reply: message,
    summary: "Save a receiver's configuration",
  },
  deleteReceiver: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/receivers/{id}',
    access: { role: researcher },
    reply: message,
    summary: 'Delete a receiver',
  },
  setReceiverEnabled: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/enabled',
    access: { role: researcher },
    body: v.object({ enabled: v.boolean() }),
    changes: true,
    reply: changed,
    summary: 'Enable or disable a receiver',
  },
  renameReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/name',
    access: { role: researcher },
    body: v.object({ oldName: oldText, newName: receiverAliasSchema }),
    changes: true,
    reply: changed,
    summary: 'Rename a receiver',
  },
  setReceiverIp: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/ip',
    access: { role: researcher },
    body: v.object({ newIp: ip, oldIp: oldText }),
    changes: true,
    reply: changed,
    summary: "Change a receiver's IP address",
  },
  setReceiverPort: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/port',
    access: { role: researcher },
    body: v.object({ oldPort: port, newPort: port }),
    changes: true,
    reply: changed,
    summary: "Change a receiver's port",
  },
  recolourReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/color',
    access: { role: researcher },
    body: v.object({ oldColor: oldText, newColor: color }),
    changes: true,
    reply: changed,
    summary: "Change a receiver's colour",
  },
  setReceiverLocation: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/location',
    access: { role: researcher },
    body: v.pipe(
      v.object({ newLat: v.nullable(latitude), newLon: v.nullable(longitude) }),
      v.check(({ newLat, newLon }) => (newLat === null) === (newLon === null), 'A location is two numbers or two nulls'),
    ),
    changes: true,
    reply: changed,
    summary: 'Set a location; nulls clear it',
  },
});
