import { useSelector } from '@xstate/react';
import type { AlarmsPageRef } from '../../machines/alarms-page/alarms-page-machine.ts';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmSettings } from './alarm-settings.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { SaveAlarms } from './save-alarms.tsx';

/** What the receivers of this system alarmed of, live (ALP-2), and how alarms reach people (ALP-3). */
export default function AlarmsView({ actor }: ScreenProps<AlarmsPageRef>) {
  const history = useSelector(actor, ({ children }) => children.history);
  const settings = useSelector(actor, ({ children }) => children.settings);
  const webhook = useSelector(actor, ({ children }) => children.webhook);
  const times = useTimes();
  return (
    <Page
      title="Alarms"
      about="What went wrong, for how long, and who is notified"
      actions={
        <>
          <LineNotice />
          {history === undefined ? null : <SaveAlarms history={history} times={times} />}
        </>
      }
    >
      <OneRetry>
        {history === undefined ? null : <AlarmHistory history={history} times={times} />}
        <AlarmSettings settings={settings} webhook={webhook} times={times} />
      </OneRetry>
    </Page>
  );
}
