import { useSelector } from '@xstate/react';
import type { ActivityRef } from '../../machines/activity/activity-machine.ts';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import type { TimeText } from '../../model/live/contact-text.ts';
import { Button } from '../controls/button.tsx';
import { DownloadIcon } from '../controls/tool-icons.tsx';
import { useSession } from '../session/session-actors.tsx';

/** Saves all that the filters ask for, not only what is shown; while it is made the button stops it. */
export function SaveActivity(props: { activity: ActivityRef; title: string; times: TimeText }) {
  const { journal, fileExport, contactWindow } = useSession();
  const busy = useSelector(fileExport, (snapshot) => snapshot?.hasTag('busy') ?? false);
  if (fileExport === undefined || contactWindow === undefined) return null;
  if (busy) return <Button onPress={() => fileExport.send({ type: 'file.cancel' })}>Stop saving</Button>;
  return (
    <Button
      onPress={() => {
        const { sites } = shown(journal.getSnapshot()).fleet;
        const now = hostNow(contactWindow.getSnapshot().context);
        const siteName = (id: number): string | undefined => sites[id]?.alias;
        props.activity.send({ type: 'activity.save', file: { title: props.title, times: props.times, siteName, now } });
      }}
    >
      <DownloadIcon size={18} />
      Save CSV
    </Button>
  );
}
