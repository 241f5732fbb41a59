import { losesOwner, mayMove, type Move } from '#model/people/rank.ts';
import { inTheWay, notAuthorized, rankTooLow } from '../api-error.ts';
import { countOwners, standingOf } from '../store/accounts/memberships.ts';
import { lockSystem } from '../store/accounts/systems.ts';
import type { ChangeWriter } from './change-writer.ts';

/**
 * Begins a change of a system's people by somebody: of two such changes at once the second sees what the
 * first did, and neither role changes until this one is over. Answers what they are there now.
 * @throws ApiError 403 for who does not belong to the system.
 */
export async function holdPeople(writer: ChangeWriter, userId: number): Promise<{ id: number; RoleId: number }> {
  await lockSystem(writer, writer.systemId);
  const standing = await standingOf(writer, userId, writer.systemId);
  if (standing === null) throw notAuthorized();
  return { id: userId, RoleId: standing.role };
}

/**
 * Refuses to move somebody whom the rank of who asks does not reach (ROLE-11), or the last Owner.
 * @throws ApiError 403, or 409 for the last Owner.
 */
export async function refuseMove(writer: ChangeWriter, actor: { id: number; RoleId: number }, move: Move): Promise<void> {
  if (!mayMove(actor, move)) throw rankTooLow();
  if (losesOwner(move) && (await countOwners(writer, writer.systemId)) < 2)
    throw inTheWay('A system needs an Owner: make somebody else one first');
}
