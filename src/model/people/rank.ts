import { administrator, owner } from '../entities/role.ts';

/** Somebody with a role in a system; that of the operator of the host is 0. */
export type Ranked = { id: number; RoleId: number };

/** What is to become of somebody in a system: from one role to another, null for none. */
export type Move = { id: number; from: number | null; to: number | null };

/**
 * Whether somebody may move somebody (ROLE-11): anyone may leave; besides that people take administrators,
 * who move those that are strictly below them and nobody above themselves.
 */
export function mayMove(actor: Ranked, { id, from, to }: Move): boolean {
  if (id === actor.id && to === null) return true;
  if (actor.RoleId > administrator) return false;
  const isBelow = from === null || from > actor.RoleId;
  const isNotAbove = to === null || (to >= actor.RoleId && to >= owner);
  return isBelow && isNotAbove;
}

/** Whether a system would lose an Owner by it. */
export function losesOwner({ from, to }: Pick<Move, 'from' | 'to'>): boolean {
  return from === owner && to !== owner;
}

/** Whether a role for somebody below is given at once, asked first, or out of reach for a rank (ROLE-11). */
export function roleChoice(own: number, to: number): 'given' | 'asked' | 'barred' {
  if (to > own) return 'given';
  return to === own ? 'asked' : 'barred';
}
