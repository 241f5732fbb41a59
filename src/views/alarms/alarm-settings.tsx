import type { AlarmSettingsRef } from '../../machines/alarm-settings/alarm-settings-machine.ts';
import { Card } from '../controls/card.tsx';
import { AlarmMails } from './alarm-mails.tsx';
import { OfflineMinutes } from './offline-minutes.tsx';
import styles from './alarms.module.css';

/** How alarms come about and reach people (ALP-3), a part each. */
export function AlarmSettings({ settings }: { settings: AlarmSettingsRef }) {
  return (
    <Card title="Settings">
      <div className={styles.settings}>
        <OfflineMinutes settings={settings} />
        <AlarmMails settings={settings} />
      </div>
    </Card>
  );
}
