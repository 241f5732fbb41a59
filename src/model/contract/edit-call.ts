import * as v from 'valibot';
import { changeReply } from '../changes/change.ts';
import type { RoleId } from '../entities/role.ts';
import { message } from '../fields/fields.ts';
import type { Schema } from './call.ts';

/** What a change answers that has only a sentence to show. */
export const changedReply = v.object({ ...message.entries, ...changeReply });

/** A call that changes something of a system in place; `path` is its path within the system. */
export function editCall<const Path extends string, Body extends Schema>(role: RoleId, path: Path, body: Body) {
  const whole = `/api/mitashost/{mitasId}/${path}` as const;
  return { method: 'PATCH', path: whole, access: { role }, body, changes: true, reply: changedReply } as const;
}
