import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import type { RoleId } from '../entities/role.ts';
import { message } from '../fields/fields.ts';
import type { Schema } from './call.ts';

/** The reply of a change that only has a sentence to show. */
export const changedReply = v.object({ ...message.entries, ...changeReply });

/** Defines a call that edits something of a system in place. `path` is relative to the system. */
export function editCall<const Path extends string, Body extends Schema>(role: RoleId, path: Path, body: Body) {
  const whole = `/api/mitashost/{mitasId}/${path}` as const;
  return { method: 'PATCH', path: whole, access: { role }, body, changes: true, reply: changedReply } as const;
}
