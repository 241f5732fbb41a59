import { administrator, owner } from '../entities/role.ts';

/** A person with a role in a system; the host's operator has role 0. */
export type Ranked = { id: number; RoleId: number };

/** A change of a person's role in a system; null means no membership. */
export type Move = { id: number; from: number | null; to: number | null };

/**
 * Returns true if the actor may make the move (ROLE-11). Anyone may leave. Other moves need an administrator,
 * who moves only lower ranks, and to no rank above their own.
 */
export function mayMove(actor: Ranked, { id, from, to }: Move): boolean {
  if (id === actor.id && to === null) return true;
  if (actor.RoleId > administrator) return false;
  const isBelow = from === null || from > actor.RoleId;
  const isNotAbove = to === null || (to >= actor.RoleId && to >= owner);
  return isBelow && isNotAbove;
}

/** Returns true if the move takes an Owner from a system. */
export function losesOwner({ from, to }: Pick<Move, 'from' | 'to'>): boolean {
  return from === owner && to !== owner;
}

/**
 * Returns whether a person of rank `own` may give a role directly ('given'), only after confirmation
 * ('asked'), or not at all ('barred') (ROLE-11).
 */
export function roleChoice(own: number, to: number): 'given' | 'asked' | 'barred' {
  if (to > own) return 'given';
  return to === own ? 'asked' : 'barred';
}
