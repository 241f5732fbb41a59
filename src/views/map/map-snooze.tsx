import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { MapRef } from '../../machines/map/map-machine.ts';
import { selectMayEdit } from '../../machines/receivers/receivers-selectors.ts';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { Button } from '../controls/button.tsx';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { useSession } from '../session/session-actors.tsx';
import { SnoozeMark } from '../snooze/snooze-mark.tsx';
import { later } from '../controls/later.tsx';

const SnoozeDialog = later(() => import('../snooze/snooze-dialog.tsx'));

type MarkProps = { map: MapRef; rx: Pick<Receiver, 'snoozeUntil'>; times: TimeText };

/** ALM-12: marks a snoozed receiver in the list beside the map. */
export function ListedSnooze({ map, rx, times }: MarkProps) {
  const until = useSelector(map, (snapshot) => snoozedUntil(rx, snapshot.context.now));
  return until === null ? null : <SnoozeMark text={snoozedText(until, times)} />;
}

type Props = { rx: Receiver; onReload: () => void };

/** ALM-12: opens the form that snoozes the chosen receiver, for people who may. */
export function SnoozeButton({ rx, onReload }: Props) {
  const { journal } = useSession();
  const maySnooze = useSelector(journal, selectMayEdit);
  const [isOpen, setOpen] = useState(false);
  if (!maySnooze) return null;
  const close = (): void => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Snooze alarms</Button>
      {isOpen ? (
        <DialogBoundary onRetry={onReload} onClose={close}>
          <SnoozeDialog receivers={[{ rxId: rx.id, alias: rx.alias, siteId: rx.SiteId }]} onClose={close} />
        </DialogBoundary>
      ) : null}
    </>
  );
}
