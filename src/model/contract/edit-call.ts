import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import type { RoleId } from '../entities/role.ts';
import { message } from '../fields/fields.ts';
import type { Schema } from './call.ts';

/** The reply of a call that changes something: a message to show, and the change. */
export const changedReply = v.object({ ...message.entries, ...changeReply });

/** Defines a call that edits one property in place. `path` is relative to the system. */
export function editCall<const Path extends string, Body extends Schema>(role: RoleId, path: Path, body: Body) {
  const whole = `/api/mitashost/{mitasId}/${path}` as const;
  return { method: 'PATCH', path: whole, access: { role }, body, changes: true, reply: changedReply } as const;
}
