import { isReplay } from '../../model/entities/contact-source.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { useReadModel } from './session-actors.tsx';

/** Returns true if the receivers of this session's system are only replayed (RX-48). */
export function useIsReplay(): boolean {
  return useReadModel(({ account }) => isReplay(selectedSystem(account)));
}
