import { isReplay } from '../../model/entities/contact-source.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { useReadModel } from './session-actors.tsx';

/** Returns true if the session's system replays recorded contacts (RX-48). */
export function useIsReplay(): boolean {
  return useReadModel(({ account }) => isReplay(selectedSystem(account)));
}
