import * as v from 'valibot';
import { email } from '../fields/person-fields.ts';
import { emptyText } from '../forms/form-rules.ts';
import type { Collaborator } from '../entities/collaborator.ts';
import { roleName, type SystemRoleId } from '../entities/role.ts';
import type { RowColumns } from '../tables/table-rows.ts';
import { mayMove, type Ranked } from './rank.ts';

/** Returns a person's full name, or the email if they have not registered (REG-14). */
export function collaboratorName({ firstName, lastName, email }: Collaborator): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name === '' ? (email ?? 'Somebody') : name;
}

/** The columns of the table of collaborators; sorting by role puts the most rights first. */
export const collaboratorColumns: RowColumns<Collaborator> = [
  { id: 'active', label: 'Active', text: ({ active }) => (active ? 'Active' : ''), sortBy: ({ active }) => (active ? 0 : 1) },
  { id: 'name', label: 'Name', text: collaboratorName, isName: true },
  { id: 'role', label: 'Role', text: ({ RoleId }) => roleName(RoleId), sortBy: ({ RoleId }) => RoleId },
];

/**
 * Returns why the actor may not unlink all of these people (ROLE-11); null if they may. Invitations are not
 * checked here: only the host knows who sent one and may withdraw it.
 */
export function whyNotUnlinked(actor: Ranked, chosen: readonly Collaborator[]): string | null {
  const kept = chosen.filter(
    ({ id, RoleId, expiresAt }) => expiresAt === null && !mayMove(actor, { id, from: RoleId, to: null }),
  );
  return kept.length === 0
    ? null
    : `You can unlink only people below your role. These are not: ${kept.map(collaboratorName).join(', ')}`;
}

/** Returns the problem with the email of an invitation; undefined if it is valid (FORM-6). */
export function invitedEmailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return emptyText;
  return v.is(email, typed) ? undefined : 'Invalid email address';
}

/** The pause in typing (ms) after which the field shows its problem (FORM-6). */
export const emailRestMs = 1_000;

/** The requests: invite a person, change a role, or resend an invitation. */
export type CollaboratorValues = { email: string; roleId: SystemRoleId } | { newRoleId: SystemRoleId } | { resend: true };

/** Returns the result of unlinking several people if some could not be unlinked. */
export function unlinkingText(asked: number, refused: readonly { name: string; reason: string }[]): string {
  const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`).join('. ');
  return asked === 1 ? reasons : `${asked - refused.length} of ${asked} unlinked. ${reasons}`;
}
