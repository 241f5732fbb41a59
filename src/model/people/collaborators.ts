import * as v from 'valibot';
import { email } from '../fields/person-fields.ts';
import { emptyText } from '../forms/form-rules.ts';
import type { Collaborator } from '../entities/collaborator.ts';
import { roleName, type SystemRoleId } from '../entities/role.ts';
import type { RowColumns } from '../tables/table-rows.ts';
import { mayMove, type Ranked } from './rank.ts';

/** What a person is called: by both names, or by the email while they have not registered (REG-14). */
export function collaboratorName({ firstName, lastName, email }: Collaborator): string {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name === '' ? (email ?? 'Somebody') : name;
}

/** The table of collaborators; the most rights come first. */
export const collaboratorColumns: RowColumns<Collaborator> = [
  { id: 'active', label: 'Active', text: ({ active }) => (active ? 'Active' : ''), sortBy: ({ active }) => (active ? 0 : 1) },
  { id: 'name', label: 'Name', text: collaboratorName, isName: true },
  { id: 'role', label: 'Role', text: ({ RoleId }) => roleName(RoleId), sortBy: ({ RoleId }) => RoleId },
];

/**
 * Why somebody may not unlink all of these people (ROLE-11); null where they may. Whose an invitation is the
 * host knows: who sent it may withdraw it.
 */
export function whyNotUnlinked(actor: Ranked, chosen: readonly Collaborator[]): string | null {
  const kept = chosen.filter(
    ({ id, RoleId, expiresAt }) => expiresAt === null && !mayMove(actor, { id, from: RoleId, to: null }),
  );
  return kept.length === 0
    ? null
    : `You can unlink only people below your role. These are not: ${kept.map(collaboratorName).join(', ')}`;
}

/** What is wrong with the email of an invitation; undefined for nothing (FORM-6). */
export function invitedEmailProblem(typed: string): string | undefined {
  if (typed.trim() === '') return emptyText;
  return v.is(email, typed) ? undefined : 'Invalid email address';
}

/** How long an email rests before its field says what is wrong with it, in ms (FORM-6). */
export const emailRestMs = 1_000;

/** What is asked for: an invitation, another role, or that an invitation is sent again. */
export type CollaboratorValues = { email: string; roleId: SystemRoleId } | { newRoleId: SystemRoleId } | { resend: true };

/** What became of unlinking several people, where some of them stay. */
export function unlinkingText(asked: number, refused: readonly { name: string; reason: string }[]): string {
  const reasons = refused.map(({ name, reason }) => `${name}: ${reason}`).join('. ');
  return asked === 1 ? reasons : `${asked - refused.length} of ${asked} unlinked. ${reasons}`;
}
