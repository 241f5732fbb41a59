import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { maxPort, receiverAliasSchema, receiverStateSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { color, oldText, rowId } from '../fields/value-fields.ts';

/** An IP address, or '' for none (RX-4). */
export const ip = v.union(
  [v.literal(''), v.pipe(v.string(), v.maxLength(15, 'Cannot be longer'), v.ipv4('Invalid IP'))],
  'Invalid IP',
);
export const port = v.pipe(
  v.number(),
  v.integer('Invalid Port'),
  v.minValue(1, 'Invalid Port'),
  v.maxValue(maxPort, 'Invalid Port'),
);

/** What a change answers that has only a sentence to show. */
const changed = v.object({ ...message.entries, ...changeReply });

/**
 * CALL-3: what the fleet shows of receivers and what is edited of them in place; the rest stands in
 * receiver-config-calls.ts and receiver-history-calls.ts.
 */
export const receiverCalls = calls({
  getReceiverStates: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/states',
    access: { role: viewer },
    reply: v.object({ states: v.array(receiverStateSchema), initialStates: v.array(receiverStateSchema) }),
  },
  setReceiverEnabled: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/enabled',
    access: { role: researcher },
    body: v.object({ enabled: v.boolean() }),
    changes: true,
    reply: changed,
  },
  renameReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/name',
    access: { role: researcher },
    body: v.object({ oldName: oldText, newName: receiverAliasSchema }),
    changes: true,
    reply: changed,
  },
  setReceiverIp: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/ip',
    access: { role: researcher },
    body: v.object({ newIp: ip, oldIp: oldText }),
    changes: true,
    reply: changed,
  },
  setReceiverPort: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/port',
    access: { role: researcher },
    body: v.object({ oldPort: port, newPort: port }),
    changes: true,
    reply: changed,
  },
  recolourReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/color',
    access: { role: researcher },
    body: v.object({ oldColor: oldText, newColor: color }),
    changes: true,
    reply: changed,
  },
  moveReceiver: {
    method: 'PATCH',
    path: '/api/mitashost/{mitasId}/receivers/{id}/site',
    access: { role: researcher },
    body: v.object({ newSiteId: rowId, oldSiteId: v.nullable(rowId) }),
    changes: true,
    reply: changed,
  },
});
