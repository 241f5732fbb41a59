import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { Switch } from '@adobe/react-spectrum/Switch';
import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { saveThing, type SavingRef } from '../../machines/saving/saving.ts';
import type { OwnSettings } from '../../model/entities/settings.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { zonesAt, zoneText } from '../../model/time/zones.ts';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useHostHour } from '../session/use-host-clock.ts';
import { Mails } from './mail-settings.tsx';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';

type Props = { saving: SavingRef<OwnSettings> };

type CardProps = {
  /** Saves the settings; undefined if a defect stopped it. */
  saving: SavingRef<OwnSettings> | undefined;
  onRetry: () => void;
  children?: ReactNode;
};

/** A person's own settings, the same in Settings and beside their profile (NAV-36). */
export function MySettings({ saving, onRetry, children }: CardProps) {
  return (
    <Card title="My Settings">
      <div className={styles.settings}>
        {saving === undefined ? (
          <LoadFailure title="Could not load the settings" failure={null} onRetry={onRetry} />
        ) : (
          <>
            <Timezone saving={saving} />
            <Mails saving={saving} />
            <CsvFiles saving={saving} />
          </>
        )}
        {children}
      </div>
    </Card>
  );
}

/**
 * Sets the person's timezone: the browser's, which the session keeps up to date, or a chosen one (SYS-20).
 */
function Timezone({ saving }: Props) {
  const timezone = useReadModel(({ account }) => account.account?.timezone ?? 'UTC');
  const ofSystem = useReadModel(({ account }) => selectedSystem(account)?.timezone ?? 'UTC');
  const isAutomatic = useReadModel(({ account }) => selectedSystem(account)?.autoTimezone ?? true);
  const isBusy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  const now = useHostHour();
  const zones = useMemo(() => (isAutomatic ? [] : zonesAt(now)), [isAutomatic, now]);
  return (
    <Setting title="Timezone" saving={saving} of={['timezone']}>
      <p className="quiet">
        {`Saved with your account. It changes no time that you see: pages, emails and files use the system's timezone, ${ofSystem}.`}
      </p>
      <Checkbox
        isSelected={isAutomatic}
        isReadOnly={isBusy}
        onChange={(isOn) => saveThing(saving, 'timezone', isOn ? null : timezone)}
      >
        Automatic
      </Checkbox>
      {isAutomatic ? (
        <TextField label="Timezone of this browser" isReadOnly value={zoneText(timezone, now)} width="100%" />
      ) : (
        <ComboBox
          label="Timezone"
          width="100%"
          isReadOnly={isBusy}
          defaultItems={zones.map(({ name, text }) => ({ id: name, text }))}
          selectedKey={timezone}
          onSelectionChange={(key) => {
            if (key !== null && key !== timezone) saveThing(saving, 'timezone', String(key));
          }}
        >
          {(item) => <Item>{item.text}</Item>}
        </ComboBox>
      )}
    </Setting>
  );
}

/** Sets whether CSV files have the byte order mark by which Excel recognises UTF-8 (FILE-17). */
function CsvFiles({ saving }: Props) {
  const isForExcel = useReadModel(({ account }) => account.account?.csvForExcel ?? false);
  const isBusy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  return (
    <Setting title="CSV files" saving={saving} of={['csvForExcel']}>
      <p className="quiet">
        When on, CSV files that you save from tables and charts start with a byte order mark, by which Excel reads all letters
        correctly. Data files stay as they are.
      </p>
      <Switch isSelected={isForExcel} isReadOnly={isBusy} onChange={(isOn) => saveThing(saving, 'csvForExcel', isOn)}>
        CSV for Excel
      </Switch>
    </Setting>
  );
}
