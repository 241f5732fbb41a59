import { useSelector } from '@xstate/react';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import { expiredText } from '../../model/entities/expiry.ts';
import { hasRole, type RoleId, roleName } from '../../model/entities/role.ts';
import { useSession } from './session-actors.tsx';
import { useHasExpired } from './use-host-clock.ts';

/** Why nothing can be changed that takes this role: expired, or one has another by now; null where it can. */
export function useWhyReadOnly(needed: RoleId): string | null {
  const { journal } = useSession();
  const role = useSelector(journal, (snapshot) => presentRole(snapshot) ?? Infinity);
  const hasExpired = useHasExpired();
  if (hasExpired) return expiredText;
  return hasRole(role, needed) ? null : `You need the ${roleName(needed)} role`;
}
