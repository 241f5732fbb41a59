import type { ActivityRef } from '../../machines/activity/paged-activity.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { SaveFile } from '../session/save-file.tsx';
import { useSession } from '../session/session-actors.tsx';

/** Saves all changes that match the filters, not only those shown. */
export function SaveActivity({ activity, title, times }: { activity: ActivityRef; title: string; times: TimeText }) {
  const { journal } = useSession();
  const save = (now: number): void => {
    const { sites } = shown(journal.getSnapshot()).fleet;
    const siteName = (id: number): string | undefined => sites[id]?.alias;
    activity.send({ type: 'list.save', wish: { title, times, siteName, now } });
  };
  return <SaveFile save={save} />;
}
