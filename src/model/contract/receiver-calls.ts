import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import { receiverAliasSchema, receiverStateSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { oldText } from '../fields/value-fields.ts';

/** What a change answers that has only a sentence to show. */
const changed = v.object({ ...message.entries, ...changeReply });

/**
 * CALL-3: what the fleet shows of receivers and what is edited of them in place; the rest stands in
 * fleet-edit-calls.ts, receiver-config-calls.ts and receiver-history-calls.ts.
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
});
