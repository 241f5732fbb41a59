import { useSelector } from '@xstate/react';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import { expiredText } from '../../model/entities/expiry.ts';
import { hasRole, type RoleId, roleName } from '../../model/entities/role.ts';
import { useSession } from './session-actors.tsx';
import { useHasExpired } from './use-host-clock.ts';

/**
 * Returns why the person cannot make changes that need this role: the system has expired, or their role is
 * lower; null if they can.
 */
export function useWhyReadOnly(needed: RoleId): string | null {
  const { journal } = useSession();
  const role = useSelector(journal, (snapshot) => presentRole(snapshot) ?? Infinity);
  const hasExpired = useHasExpired();
  if (hasExpired) return expiredText;
  return hasRole(role, needed) ? null : `You need the ${roleName(needed)} role`;
}
