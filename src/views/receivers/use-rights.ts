import { useSelector } from '@xstate/react';
import { selectMayEdit, selectRefusalOfMore } from '../../machines/receivers/receivers-selectors.ts';
import { useSession } from '../session/session-actors.tsx';

/** True where the person may change receivers and sites. */
export function useMayEdit(): boolean {
  return useSelector(useSession().journal, selectMayEdit);
}

/** Why the system takes no so many receivers more; null where it does. */
export function useRefusalOfMore(wanted: number, now: number): string | null {
  return useSelector(useSession().journal, (journal) => selectRefusalOfMore(journal, wanted, now));
}
