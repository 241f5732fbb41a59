import { useSelector } from '@xstate/react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { SnoozeMark } from '../snooze/snooze-mark.tsx';

/** Marks a receiver as snoozed (ALM-24). Redraws only when that changes, not with every second. */
export default function SnoozedNow({ rx }: { rx: Pick<Receiver, 'snoozeUntil'> }) {
  const { contactWindow } = useSession();
  const until = useSelector(contactWindow, (snapshot) =>
    snapshot === undefined ? null : snoozedUntil(rx, hostNow(snapshot.context)),
  );
  const times = useTimes();
  return until === null ? null : <SnoozeMark text={snoozedText(until, times)} />;
}
