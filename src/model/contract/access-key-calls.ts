import * as v from 'valibot';
import { accessKeySchema, longestKeyName } from '../entities/key.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message, name } from '../fields/fields.ts';
import { instantMs } from '../fields/instant-fields.ts';

/** The keys by which a person's programs read a system (ACC-32): each person has their own. */
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
    // By default in 90 days; the host knows what day it is, and refuses what is past or too far away.
    body: v.object({ name: name(longestKeyName), expiresAt: v.optional(instantMs) }),
    // The only time that the key is seen.
    reply: v.object({ key: v.string(), ...accessKeySchema.entries }),
  },
  revokeAccessKey: {
    method: 'DELETE',
    path: '/api/mitashost/{mitasId}/access-keys/{id}',
    access: { role: viewer },
    reply: message,
  },
});
