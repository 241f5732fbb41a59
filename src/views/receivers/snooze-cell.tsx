import { useSelector } from '@xstate/react';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import { SnoozeMark } from '../snooze/snooze-mark.tsx';
import { useReceiver, useReceiversScreen } from './receivers-screen.tsx';

/**
 * Returns 'Snoozed until …'; null if the receiver is not snoozed. Redraws only when that text changes, not
 * every 5 s.
 */
function useSnoozedText(rxId: number): string | null {
  const { receivers, times } = useReceiversScreen();
  const snoozeUntil = useReceiver(rxId, (rx) => rx.snoozeUntil) ?? null;
  const until = useSelector(receivers, (snapshot) => snoozedUntil({ snoozeUntil }, snapshot.context.now));
  return until === null ? null : snoozedText(until, times);
}

/** The mark of a snoozed receiver in the list. */
export function ListedSnooze({ rxId }: { rxId: number }) {
  const text = useSnoozedText(rxId);
  return text === null ? null : <SnoozeMark text={text} />;
}

/** Says whether a receiver's alarms are on or snoozed, on its page. */
export function SnoozeFact({ rxId }: { rxId: number }) {
  return <span>{useSnoozedText(rxId) ?? 'On'}</span>;
}
