import { useSelector } from '@xstate/react';
import type { AlarmsPageRef } from '../../machines/alarms-page/alarms-page-machine.ts';
import { alarmsAddress } from '../../model/alarms/alarms-address.ts';
import { OneRetry } from '../controls/one-retry.tsx';
import { Page } from '../controls/page.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { AlarmHistory } from './alarm-history.tsx';
import { AlarmSettings } from './alarm-settings.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { useAddress } from '../session/use-address.ts';
import { SaveAlarms } from './save-alarms.tsx';

const tabs = [
  { key: 'alarms', label: 'Alarms' },
  { key: 'settings', label: 'Settings' },
] as const;

/** Shows this system's alarms, live (ALP-2), and the settings for how they reach people (ALP-3). */
export default function AlarmsView({ actor }: ScreenProps<AlarmsPageRef>) {
  const history = useSelector(actor, ({ children }) => children.history);
  const settings = useSelector(actor, ({ children }) => children.settings);
  const webhook = useSelector(actor, ({ children }) => children.webhook);
  const times = useTimes();
  const [{ tab }, changeAddress] = useAddress(alarmsAddress);
  const isHistory = tab === 'alarms';
  return (
    <Page
      title="Alarms"
      about="What went wrong, for how long, and who is notified"
      actions={
        <>
          <LineNotice />
          {history === undefined || !isHistory ? null : <SaveAlarms history={history} times={times} />}
        </>
      }
    >
      <Tabs label="Alarms" tabs={tabs} selected={tab} onSelect={(chosen) => changeAddress((at) => ({ ...at, tab: chosen }))}>
        <div className="stack gap-16 narrows">
          <OneRetry key={tab}>
            {isHistory ? null : <AlarmSettings settings={settings} webhook={webhook} times={times} />}
            {history === undefined || !isHistory ? null : <AlarmHistory history={history} times={times} />}
          </OneRetry>
        </div>
      </Tabs>
    </Page>
  );
}
