import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { collaboratorSchema } from '../entities/collaborator.ts';
import { administrator, roleSchema, systemRoleIdSchema, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { email } from '../fields/person-fields.ts';
import { rowId } from '../fields/value-fields.ts';
import { queryId } from '../fields/query-fields.ts';
import { changedReply } from './edit-call.ts';

/** CALL-2: the other members of a system, and its invitations. */
export const collaboratorCalls = calls({
  listCollaborators: {
    method: 'GET',
    path: '/api/app/mitas/{mitasId}/collaborators',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, collaborators: v.array(collaboratorSchema), roles: v.array(roleSchema) }),
  },
  inviteCollaborator: {
    method: 'POST',
    path: '/api/app/mitas/{mitasId}/collaborators',
    access: { role: administrator },
    body: v.object({ email, roleId: systemRoleIdSchema }),
    changes: true,
    reply: v.object({ ...collaboratorSchema.entries, ...changeReply }),
  },
  resendInvitation: {
    method: 'POST',
    path: '/api/app/mitas/{mitasId}/collaborators/{collaboratorId}/invitation',
    access: { role: administrator },
    changes: true,
    reply: v.object({ ...collaboratorSchema.entries, ...changeReply }),
  },
  unlinkCollaborator: {
    method: 'DELETE',
    path: '/api/app/mitas/{mitasId}/collaborators',
    // Every member may leave; unlinking others takes a higher role, which the host checks (ROLE-11).
    access: { role: viewer },
    query: v.object({ collaboratorId: queryId }),
    changes: true,
    reply: changedReply,
  },
  setCollaboratorRole: {
    method: 'PATCH',
    path: '/api/app/mitas/{mitasId}/collaborators/{collaboratorId}/role',
    access: { role: administrator },
    body: v.object({ collaboratorId: rowId, newRoleId: systemRoleIdSchema }),
    repeats: { collaboratorId: 'collaboratorId' },
    changes: true,
    reply: v.object({ ...collaboratorSchema.entries, ...changeReply }),
  },
});
