import { useSelector } from '@xstate/react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { TimeText } from '../../model/live/contact-text.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { SnoozeMark } from '../snooze/snooze-mark.tsx';

/** ALM-24: that a receiver is snoozed; drawn again when that changes, not as time goes by. */
export default function SnoozedNow({ rx }: { rx: Pick<Receiver, 'snoozeUntil'> }) {
  const { contactWindow } = useSession();
  const until = useSelector(contactWindow, (snapshot) =>
    snapshot === undefined ? null : snoozedUntil(rx, hostNow(snapshot.context)),
  );
  const timezone = useReadModel(({ account }) => selectedSystem(account)?.timezone ?? 'UTC');
  return until === null ? null : <SnoozeMark text={snoozedText(until, new TimeText(timezone))} />;
}
