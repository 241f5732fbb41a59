import { useSelector } from '@xstate/react';
import type { AlarmHistoryRef } from '../../machines/alarm-history/alarm-history-machine.ts';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { TimeText } from '../../model/live/contact-text.ts';
import { Button } from '../controls/button.tsx';
import { DownloadIcon } from '../controls/tool-icons.tsx';
import { useReadModel, useSession } from '../session/session-actors.tsx';

/** Saves all that the filters ask for, not only what is shown; while it is made the button stops it. */
export function SaveAlarms({ history, times }: { history: AlarmHistoryRef; times: TimeText }) {
  const { fileExport, contactWindow } = useSession();
  const title = useReadModel((models) => selectedSystem(models.account)?.commonName ?? '');
  const busy = useSelector(fileExport, (snapshot) => snapshot?.hasTag('busy') ?? false);
  if (fileExport === undefined || contactWindow === undefined) return null;
  if (busy) return <Button onPress={() => fileExport.send({ type: 'file.cancel' })}>Stop saving</Button>;
  return (
    <Button
      onPress={() => {
        const now = hostNow(contactWindow.getSnapshot().context);
        history.send({ type: 'history.save', file: { title, times, now } });
      }}
    >
      <DownloadIcon size={18} />
      Save CSV
    </Button>
  );
}
