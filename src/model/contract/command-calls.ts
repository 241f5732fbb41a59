import * as v from 'valibot';
import { operationId, maxListed } from '../fields/value-fields.ts';
import { commandSchema } from '../entities/command.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from '../fields/fields.ts';
import { queryId, queryWhole } from '../fields/query-fields.ts';

/** Commands to receivers (CMD-5): sent over the socket; here is what became of them. */
export const commandCalls = calls({
  listCommands: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/commands',
    access: { role: viewer },
    query: v.object({
      rxId: v.optional(queryId),
      /** The next page: only those that were asked for before the command with this id. */
      before: v.optional(operationId),
      /** Without what the host asked for by itself, as it does to set clocks. */
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
