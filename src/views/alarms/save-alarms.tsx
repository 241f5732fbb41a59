import type { AlarmHistoryRef } from '../../machines/alarm-history/paged-alarms.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { SaveFile } from '../session/save-file.tsx';
import { useReadModel } from '../session/session-actors.tsx';

/** Saves all alarms that match the filters, not only those shown. */
export function SaveAlarms({ history, times }: { history: AlarmHistoryRef; times: TimeText }) {
  const title = useReadModel((models) => selectedSystem(models.account)?.commonName ?? '');
  return <SaveFile save={(now) => history.send({ type: 'list.save', wish: { title, times, now } })} />;
}
