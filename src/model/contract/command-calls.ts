import * as v from 'valibot';
import { operationId, maxListed } from '../fields/value-fields.ts';
import { commandSchema } from '../entities/command.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { queryId, queryWhole } from '../fields/query-fields.ts';

/** CMD-5: the status of commands to receivers. The commands themselves are sent over the socket. */
export const commandCalls = calls({
  listCommands: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/commands',
    access: { role: viewer },
    query: v.object({
      rxId: v.optional(queryId),
      /** For the next page: only commands requested before the one with this id. */
      before: v.optional(operationId),
      /** Leaves out commands that the host sent on its own, for example to set clocks. */
      by: v.optional(v.literal('people')),
      limit: v.optional(queryWhole(1, 500)),
    }),
    reply: v.object({ commands: v.array(commandSchema), more: v.boolean() }),
  },
  findCommands: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/commands/find',
    access: { role: viewer },
    body: v.object({ commandIds: v.pipe(v.array(operationId), v.minLength(1), v.maxLength(maxListed)) }),
    reply: v.object({ commands: v.array(commandSchema) }),
  },
  cancelCommand: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/commands/{commandId}/cancel',
    access: { role: researcher },
    reply: message,
  },
});
