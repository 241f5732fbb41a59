import { losesOwner, mayMove, type Move } from '#model/people/rank.ts';
import { inTheWay, notAuthorized, rankTooLow } from '../api-error.ts';
import { countOwners, findMembership } from '../store/accounts/memberships.ts';
import { lockSystem } from '../store/accounts/systems.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * Begins a change of a system's people. Its lock makes simultaneous such changes run one after the other, so
 * no role changes until this one ends. Returns the caller's present role.
 * @throws ApiError 403 if the caller does not belong to the system.
 */
export async function holdPeople(writer: ChangeWriter, userId: number): Promise<{ id: number; RoleId: number }> {
  await lockSystem(writer, writer.systemId);
  const membership = await findMembership(writer, userId, writer.systemId);
  if (membership === null) throw notAuthorized();
  return { id: userId, RoleId: membership.role };
}

/**
 * Refuses a move that the caller's rank does not allow (ROLE-11), or that would remove the last Owner.
 * @throws ApiError 403, or 409 for the last Owner.
 */
export async function refuseMove(writer: ChangeWriter, actor: { id: number; RoleId: number }, move: Move): Promise<void> {
  if (!mayMove(actor, move)) throw rankTooLow();
  if (losesOwner(move) && (await countOwners(writer, writer.systemId)) < 2)
    throw inTheWay('A system needs an Owner: make somebody else one first');
}
