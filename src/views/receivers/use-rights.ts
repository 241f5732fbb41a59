import { useSelector } from '@xstate/react';
import { selectMayEdit, selectRefusalOfMore } from '../../machines/receivers/receivers-selectors.ts';
import { useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';

/** Why the person may not change receivers and sites; null where they may (ROLE-3, SYS-15). */
export function useHindrance(): 'role' | 'expired' | null {
  const mayEdit = useSelector(useSession().journal, selectMayEdit);
  const isExpired = useHasExpired();
  if (!mayEdit) return 'role';
  return isExpired ? 'expired' : null;
}

/** Why the system takes no so many receivers more; null where it does. */
export function useRefusalOfMore(wanted: number, now: number): string | null {
  return useSelector(useSession().journal, (journal) => selectRefusalOfMore(journal, wanted, now));
}
