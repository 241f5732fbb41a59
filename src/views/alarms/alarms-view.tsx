import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AlarmsPageRef } from '../../machines/alarms-page/alarms-page-machine.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { TimeText } from '../../model/live/contact-text.ts';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmSettings } from './alarm-settings.tsx';
import { SaveAlarms } from './save-alarms.tsx';

/** What the receivers of this system alarmed of, live (ALP-2), and how alarms reach people (ALP-3). */
export default function AlarmsView({ actor }: ScreenProps<AlarmsPageRef>) {
  const history = useSelector(actor, ({ children }) => children.history);
  const settings = useSelector(actor, ({ children }) => children.settings);
  const webhook = useSelector(actor, ({ children }) => children.webhook);
  const timezone = useReadModel((models) => selectedSystem(models.account)?.timezone ?? 'UTC');
  const times = useMemo(() => new TimeText(timezone), [timezone]);
  return (
    <Page
      title="Alarms"
      about="What went wrong, how long it lasted, and who is told"
      actions={
        <>
          <LineNotice />
          {history === undefined ? null : <SaveAlarms history={history} times={times} />}
        </>
      }
    >
      {history === undefined ? null : <AlarmHistory history={history} times={times} />}
      <AlarmSettings settings={settings} webhook={webhook} times={times} />
    </Page>
  );
}
