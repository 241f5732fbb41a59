import * as v from 'valibot';
import { collaboratorSchema } from '../entities/collaborator.ts';
import { administrator, roleSchema, systemRoleIdSchema, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { message } from './fields.ts';
import { email } from './person-fields.ts';
import { rowId } from './value-fields.ts';
import { queryId } from './query-fields.ts';

/** CALL-2: who else belongs to a system. */
export const collaboratorCalls = calls({
  listCollaborators: {
    method: 'GET',
    path: '/api/app/mitas/{mitasId}/collaborators',
    access: { role: viewer },
    reply: v.object({ collaborators: v.array(collaboratorSchema), roles: v.array(roleSchema) }),
  },
  inviteCollaborator: {
    method: 'POST',
    path: '/api/app/mitas/{mitasId}/collaborators',
    access: { role: administrator },
    body: v.object({ email, roleId: systemRoleIdSchema }),
    reply: collaboratorSchema,
  },
  unlinkCollaborator: {
    method: 'DELETE',
    path: '/api/app/mitas/{mitasId}/collaborators',
    access: { role: administrator },
    query: v.object({ collaboratorId: queryId }),
    reply: message,
  },
  setCollaboratorRole: {
    method: 'PATCH',
    path: '/api/app/mitas/{mitasId}/collaborators/{collaboratorId}/role',
    access: { role: administrator },
    body: v.object({ collaboratorId: rowId, newRoleId: systemRoleIdSchema }),
    repeats: { collaboratorId: 'collaboratorId' },
    reply: collaboratorSchema,
  },
});
