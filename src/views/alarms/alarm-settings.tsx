import { useSelector } from '@xstate/react';
import type { AlarmSettingsRef } from '../../machines/alarm-settings/alarm-settings-machine.ts';
import type { WebhookRef } from '../../machines/webhook/webhook-machine.ts';
import type { TimeText } from '../../model/live/contact-text.ts';
import { Card } from '../controls/card.tsx';
import { AlarmMails } from './alarm-mails.tsx';
import { BrowserAlarms } from './browser-alarms.tsx';
import { OfflineMinutes } from './offline-minutes.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import styles from './alarm-settings.module.css';

type Props = {
  settings: AlarmSettingsRef | undefined;
  webhook: WebhookRef | undefined;
  times: TimeText;
};

/** How alarms come about and reach people (ALP-3, ALP-4), a part each. */
export function AlarmSettings({ settings, webhook, times }: Props) {
  const isWithheld = useSelector(webhook, (snapshot) => snapshot?.hasTag('withheld') ?? true);
  return (
    <Card title="Settings">
      <div className={styles.settings}>
        {settings === undefined ? null : <OfflineMinutes settings={settings} />}
        {settings === undefined ? null : <AlarmMails settings={settings} />}
        <BrowserAlarms />
        {webhook === undefined || isWithheld ? null : <WebhookSettings webhook={webhook} times={times} />}
      </div>
    </Card>
  );
}
