import type { Collaborator } from '#model/entities/collaborator.ts';
import { administrator, hasRole, systemRoles } from '#model/entities/role.ts';
import type { Move } from '#model/people/rank.ts';
import type { AsOf } from '#model/changes/change.ts';
import { conflict, notFound } from '../../platform/api-error.ts';
import { change, type ChangeOutcome, type Operation } from '../../platform/changes/change.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { holdPeople, refuseMove } from '../../platform/changes/people-rules.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import { logSecurity, type SecurityEvent } from '../../platform/security-events.ts';
import { invitationsTo, isInvited, senderOf, setSender } from '../../platform/store/accounts/invitations.ts';
import { hasMemberCalled, membersOf } from '../../platform/store/accounts/memberships.ts';
import type { Db } from '../../platform/store/database.ts';
import type { Invitations } from './invitations.ts';
import type { PeopleParts } from './registration.ts';

/** The caller, the system, and the operation. */
type Asking = { caller: { userId: number }; system: { mitasId: string; role: number }; operation: Operation | undefined };

type Role = { id: number; name: string; description: string };

/** Manages the people and invitations of systems. Each change is a change of the system (CHG-1). */
export type Collaborators = {
  /** Returns what the caller's role may see: emails and invitations are for administrators (ACC-31). */
  list(asking: Pick<Asking, 'caller' | 'system'>): Promise<{ asOf: AsOf; collaborators: Collaborator[]; roles: Role[] }>;
  /**
   * Invites a person by email.
   * @throws ApiError 403 for a role above the caller's, 409 with the field 'email', 429 if an email was sent
   * there recently.
   */
  invite(asking: Asking, guest: { email: string; roleId: number }): Promise<ChangeOutcome<Collaborator>>;
  /**
   * Sends an invitation again.
   * @throws ApiError 404 if there is no such invitation, 403 for a role above the caller's, 429 like
   * `invite`.
   */
  resend(asking: Asking, id: number): Promise<ChangeOutcome<Collaborator>>;
  /**
   * Removes a member or an invitation.
   * @throws ApiError 404 if there is none with that number, 403 if the caller's rank is too low, 409 for the
   * last Owner.
   */
  unlink(asking: Asking, id: number): Promise<ChangeOutcome<unknown>>;
  /**
   * Changes the role of a member or an invitation.
   * @throws like `unlink`.
   */
  setRole(asking: Asking, id: number, roleId: number): Promise<ChangeOutcome<Collaborator>>;
};

export function createCollaborators({ database, log }: PeopleParts, invitations: Invitations): Collaborators {
  /** Runs a change of a system's people. Reads the caller's rank within the change. */
  function changing<Reply>(
    { caller, system, operation }: Asking,
    work: (writer: ChangeWriter, actor: { id: number; RoleId: number }) => Promise<Reply>,
  ): Promise<ChangeOutcome<Reply>> {
    const request = { systemId: system.mitasId, by: { id: caller.userId }, through: 'console' as const, operation };
    return change(database, request, async (writer) => work(writer, await holdPeople(writer, caller.userId)));
  }

  function noteRole(event: 'role.changed' | 'role.revoked', { caller, system }: Asking, userId: number, role: number | null) {
    logSecurity(log, { event, userId, mitasId: system.mitasId, role, by: `user ${caller.userId}` } satisfies SecurityEvent);
  }

  return {
    list: ({ caller, system: { mitasId, role } }) =>
      readAsOf(database, mitasId, async (db, { epoch, revision }) => ({
        asOf: { epoch, revision },
        collaborators: await listAll({ db }, mitasId, { id: caller.userId, role }),
        roles: systemRoles.map((each) => ({ ...each })),
      })),

    invite: (asking, { email, roleId }) =>
      changing(asking, async (writer, actor) => {
        await refuseMove(writer, actor, { id: 0, from: null, to: roleId });
        const { systemId } = writer;
        if (await hasMemberCalled(writer, systemId, email)) throw conflict('This person already belongs to the system', 'email');
        if (await isInvited(writer, systemId, email))
          throw conflict('This email is already invited. Resend the invitation', 'email');
        return shown(writer, await invitations.send(writer, actor.id, { email, RoleId: roleId }), actor);
      }),

    resend: (asking, id) =>
      changing(asking, async (writer, actor) => {
        const invitation = await invitationIn(writer, id);
        if (invitation === undefined) throw notFound('There is no such invitation');
        await refuseMove(writer, actor, { id, from: null, to: invitation.RoleId });
        await invitations.renew(writer, actor.id, id, invitation);
        return shown(writer, id, actor);
      }),

    async unlink(asking, id) {
      const done = await changing(asking, async (writer, actor) => {
        const invitation = await invitationIn(writer, id);
        if (invitation !== undefined) {
          // The sender may withdraw an invitation to any role.
          const from = (await senderOf(writer, id)) === actor.id ? null : invitation.RoleId;
          await refuseMove(writer, actor, { id, from, to: null });
          await writer.remove('invitation', id);
          return null;
        }
        const from = await roleIn(writer, id);
        await refuseMove(writer, actor, { id, from, to: null });
        await writer.remove('member', id);
        return from;
      });
      if (done.reply !== null) noteRole('role.revoked', asking, id, done.reply);
      return done;
    },

    async setRole(asking, id, roleId) {
      const done = await changing(asking, async (writer, actor) => {
        const invitation = await invitationIn(writer, id);
        const move: Move = { id, from: invitation?.RoleId ?? (await roleIn(writer, id)), to: roleId };
        await refuseMove(writer, actor, move);
        await writer.edit(invitation === undefined ? 'member.roleChanged' : 'invitation.roleChanged', id, { RoleId: roleId });
        // Whoever sets the role becomes the sender, as the sender's rank is checked on acceptance.
        if (invitation !== undefined && invitation.RoleId !== roleId) await setSender(writer, id, actor.id);
        return { ...(await shown(writer, id, actor)), isMember: invitation === undefined };
      });
      const { isMember, ...collaborator } = done.reply;
      if (isMember && done.items.length > 0) noteRole('role.changed', asking, id, roleId);
      return { ...done, reply: collaborator };
    },
  };
}

/** Locks and returns an invitation of the system; undefined if there is none with that number. */
async function invitationIn(writer: ChangeWriter, id: number): Promise<{ email: string; RoleId: number } | undefined> {
  await writer.lockPresent('invitation', [id]);
  return writer.fieldsOf('invitation', id) as { email: string; RoleId: number } | undefined;
}

/**
 * Locks a member and returns the role.
 * @throws ApiError 404 if there is none with that number.
 */
async function roleIn(writer: ChangeWriter, id: number): Promise<number> {
  await writer.lock('member', [id], 'delete');
  return writer.fieldsOf('member', id)?.['RoleId'] as number;
}

type Reader = { id: number; role: number };

async function shown(writer: ChangeWriter, id: number, { id: reader, RoleId: role }: { id: number; RoleId: number }) {
  const found = (await listAll(writer, writer.systemId, { id: reader, role })).find((each) => each.id === id);
  if (found === undefined) throw new Error('A collaborator was changed and is not there');
  return found;
}

/**
 * Returns people by role and name, then invitations. To callers below administrator, shows no email but their
 * own, and leaves out people who have not joined yet, because only their email could be shown.
 */
async function listAll(within: Db, systemId: string, { id: reader, role }: Reader): Promise<Collaborator[]> {
  const isShown = hasRole(role, administrator);
  const members = (await membersOf(within, systemId)).flatMap((row): Collaborator[] => {
    if (row.awaits_completion && !isShown) return [];
    const names = row.awaits_completion
      ? { firstName: null, lastName: null }
      : { firstName: row.first_name, lastName: row.last_name };
    const email = isShown || row.id === reader ? row.email : null;
    return [{ id: row.id, active: row.activated, ...names, email, RoleId: row.role_id, expiresAt: null }];
  });
  if (!isShown) return members;
  const guests = (await invitationsTo(within, systemId)).map(({ id, email, role_id, expires_at }): Collaborator => ({
    id,
    active: false,
    firstName: null,
    lastName: null,
    email,
    RoleId: role_id,
    expiresAt: expires_at.getTime(),
  }));
  return [...members, ...guests];
}
