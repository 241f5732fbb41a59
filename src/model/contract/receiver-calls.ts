import * as v from 'valibot';
import { receiverAliasSchema, receiverStateSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { editCall } from './edit-call.ts';
import { oldText } from '../fields/value-fields.ts';

/**
 * CALL-3: the states of receivers, and their edits in the fleet. The other calls are in fleet-edit-calls.ts,
 * receiver-config-calls.ts and receiver-history-calls.ts.
 */
export const receiverCalls = calls({
  getReceiverStates: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/states',
    access: { role: viewer },
    reply: v.object({ states: v.array(receiverStateSchema), initialStates: v.array(receiverStateSchema) }),
  },
  setReceiverEnabled: editCall(researcher, 'receivers/{id}/enabled', v.object({ enabled: v.boolean() })),
  renameReceiver: editCall(researcher, 'receivers/{id}/name', v.object({ oldName: oldText, newName: receiverAliasSchema })),
});
