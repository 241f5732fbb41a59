import type { People } from '../../domain/people/people.ts';
import type { ChangeReply, Handlers } from './call-handlers.ts';

/** Returns the handlers (CALL-2) for a system's members and invited people. */
export function collaborators({ collaborators: people }: Pick<People, 'collaborators'>) {
  return {
    listCollaborators: (call) => people.list(call),
    inviteCollaborator: async (call) => merged(await people.invite(call, call.body)),
    resendInvitation: async (call) => merged(await people.resend(call, call.params.collaboratorId)),
    async unlinkCollaborator(call) {
      const { reply: _, ...done } = await people.unlink(call, call.query.collaboratorId);
      return done;
    },
    setCollaboratorRole: async (call) => merged(await people.setRole(call, call.params.collaboratorId, call.body.newRoleId)),
  } satisfies Partial<Handlers>;
}

function merged<Row extends object>({ reply, ...done }: ChangeReply & { reply: Row }): Row & ChangeReply {
  return { ...reply, ...done };
}
