import { useSelector } from '@xstate/react';
import type { SavingRef } from '../../machines/saving/saving.ts';
import type { WebhookRef } from '../../machines/webhook/webhook-machine.ts';
import type { AlarmPageSettings } from '../../model/entities/settings.ts';
import type { TimeText } from '../../model/time/time-text.ts';
import { Card } from '../controls/card.tsx';
import { Mails } from '../settings/mail-settings.tsx';
import { BrowserAlarms } from './browser-alarms.tsx';
import { OfflineMinutes } from './offline-minutes.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import styles from './alarm-settings.module.css';

type Props = {
  settings: SavingRef<AlarmPageSettings> | undefined;
  webhook: WebhookRef | undefined;
  times: TimeText;
};

/**
 * Shows the settings for when alarms arise and how they reach people (ALP-3, ALP-4), each in its own part.
 */
export function AlarmSettings({ settings, webhook, times }: Props) {
  const isWithheld = useSelector(webhook, (snapshot) => snapshot?.hasTag('withheld') ?? true);
  return (
    <Card title="Notifications">
      <div className={styles.settings}>
        {settings === undefined ? null : <OfflineMinutes settings={settings} />}
        {settings === undefined ? null : <Mails saving={settings} />}
        <BrowserAlarms />
        {webhook === undefined || isWithheld ? null : <WebhookSettings webhook={webhook} times={times} />}
      </div>
    </Card>
  );
}
