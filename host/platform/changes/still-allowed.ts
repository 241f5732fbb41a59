import { hasExpired } from '#model/entities/expiry.ts';
import { changeKinds, type ChangeKind } from '#model/changes/change-kinds.ts';
import { hasRole } from '#model/entities/role.ts';
import { notAuthorized, roleTooLow, systemExpired, systemOffline } from '../api-error.ts';
import { type Standing, standingOf } from '../store/accounts/memberships.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * What a person is in the system now, whatever they were when they asked. @throws ApiError 403 where they may
 * not make changes of these kinds.
 */
export async function proveRights(
  { db, systemId }: ChangeWriter,
  userId: number,
  kinds: readonly ChangeKind[],
): Promise<Standing> {
  const standing = await standingOf({ db }, userId, systemId);
  if (standing === null) throw notAuthorized();
  if (kinds.some((kind) => !hasRole(standing.role, changeKinds[kind].write))) throw roleTooLow();
  return standing;
}

/**
 * For what was let in long before it is written. @throws ApiError as `proveRights` does, 503 where the system
 * is offline by now, 409 where it has expired.
 */
export async function proveStillAllowed(writer: ChangeWriter, userId: number, kind: ChangeKind): Promise<void> {
  const { offline, expiry } = await proveRights(writer, userId, [kind]);
  if (offline) throw systemOffline();
  if (hasExpired(expiry?.getTime() ?? null, Date.now())) throw systemExpired();
}
