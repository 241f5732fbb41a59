import { useSelector } from '@xstate/react';
import { selectMayEdit, selectRefusalOfMore } from '../../machines/receivers/receivers-selectors.ts';
import { useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';

/** Returns why the person may not change receivers and sites; null if they may (ROLE-3, SYS-15). */
export function useHindrance(): 'role' | 'expired' | null {
  const mayEdit = useSelector(useSession().journal, selectMayEdit);
  const isExpired = useHasExpired();
  if (!mayEdit) return 'role';
  return isExpired ? 'expired' : null;
}

/** Returns why the system cannot take as many more receivers as wanted; null if it can. */
export function useRefusalOfMore(wanted: number, now: number): string | null {
  return useSelector(useSession().journal, (journal) => selectRefusalOfMore(journal, wanted, now));
}
