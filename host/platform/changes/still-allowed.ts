import { hasExpired } from '#model/entities/expiry.ts';
import { changeKinds, type ChangeKind } from '#model/changes/change-kinds.ts';
import { hasRole } from '#model/entities/role.ts';
import { notAuthorized, roleTooLow, systemExpired, systemOffline } from '../api-error.ts';
import { type MembershipFacts, findMembership } from '../store/accounts/memberships.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * Checks a person's present rights, which may have changed since the request was accepted. Returns their
 * membership.
 * @throws ApiError 403 if they may not make changes of these kinds.
 */
export async function proveRights(
  { db, systemId }: ChangeWriter,
  userId: number,
  kinds: readonly ChangeKind[],
): Promise<MembershipFacts> {
  const membership = await findMembership({ db }, userId, systemId);
  if (membership === null) throw notAuthorized();
  if (kinds.some((kind) => !hasRole(membership.role, changeKinds[kind].write))) throw roleTooLow();
  return membership;
}

/**
 * Checks a person's rights again before a write whose request was accepted long ago.
 * @throws ApiError 403 like `proveRights`, 503 if the system is now offline, 409 if it has expired.
 */
export async function proveStillAllowed(writer: ChangeWriter, userId: number, kind: ChangeKind): Promise<void> {
  const { offline, expiry } = await proveRights(writer, userId, [kind]);
  if (offline) throw systemOffline();
  if (hasExpired(expiry?.getTime() ?? null, Date.now())) throw systemExpired();
}
