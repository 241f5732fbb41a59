import * as v from 'valibot';
import { longestKeyName, receiverKeySchema } from '../entities/key.ts';
import { administrator } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, name } from '../fields/fields.ts';

/** The keys with which receivers send data (ING-8, SYS-22). They belong to the system, not to a person. */
export const receiverKeyCalls = calls({
  listReceiverKeys: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receiver-keys',
    access: { role: administrator },
    reply: v.object({ keys: v.array(receiverKeySchema) }),
  },
  createReceiverKey: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receiver-keys',
    access: { role: administrator },
    body: v.object({ name: name(longestKeyName) }),
    // The only reply that contains the key itself.
    reply: v.object({ key: v.string(), ...receiverKeySchema.entries }),
  },
  revokeReceiverKey: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/receiver-keys/{id}',
    access: { role: administrator },
    reply: message,
  },
});
