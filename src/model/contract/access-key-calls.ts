import * as v from 'valibot';
import { accessKeySchema, longestKeyName } from '../entities/key.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, name } from '../fields/fields.ts';
import { instantMs } from '../fields/instant-fields.ts';

/** The keys with which a person's programs read a system (ACC-32). Each person has their own. */
export const accessKeyCalls = calls({
  listAccessKeys: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/access-keys',
    access: { role: viewer },
    noKeys: true,
    reply: v.object({ keys: v.array(accessKeySchema) }),
  },
  createAccessKey: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/access-keys',
    access: { role: viewer },
    // By default 90 days from now. The schema does not know the current date, so the host itself refuses
    // times in the past or too far ahead.
    body: v.object({ name: name(longestKeyName), expiresAt: v.optional(instantMs) }),
    // The only reply that contains the key itself.
    reply: v.object({ key: v.string(), ...accessKeySchema.entries }),
  },
  revokeAccessKey: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/access-keys/{id}',
    access: { role: viewer },
    reply: message,
  },
});
