import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { ComboBox, Item } from '@adobe/react-spectrum/ComboBox';
import { Picker } from '@adobe/react-spectrum/Picker';
import { Switch } from '@adobe/react-spectrum/Switch';
import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import { hostNow } from '../../machines/contact-window/contact-window-machine.ts';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import type { SavingRef } from '../../machines/saving/saving-machine.ts';
import { clockSyncChoices, clockSyncText } from '../../model/entities/clock-sync.ts';
import { administrator, hasRole } from '../../model/entities/role.ts';
import type { PageSettings } from '../../model/entities/settings.ts';
import type { System } from '../../model/entities/system.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { offsetOf, zonesAt } from '../../model/time/zones.ts';
import { Card } from '../controls/card.tsx';
import { Page } from '../controls/page.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import { SystemFacts } from '../system/system-facts.tsx';
import styles from './settings.module.css';

/** The person's own settings beside those of the system (SYS-20, SYS-21). */
export default function SettingsView({ actor }: ScreenProps<SavingRef>) {
  return (
    <Page title="Settings" about="Your settings and those of the system" actions={<LineNotice />}>
      <div className={styles.columns}>
        <Card title="My Settings">
          <div className={styles.settings}>
            <Timezone settings={actor} />
            <Mails settings={actor} />
          </div>
        </Card>
        <div className={styles.column}>
          <SystemFacts />
          <ClockSync settings={actor} />
        </div>
      </div>
    </Page>
  );
}

function save<Of extends keyof PageSettings>(settings: SavingRef, of: Of, value: PageSettings[Of]): void {
  settings.send({ type: 'thing.save', of, value });
}

/** The timezone that the console shows times in: the browser's own, or one that is chosen (SYS-20). */
function Timezone({ settings }: { settings: SavingRef }) {
  const timezone = useReadModel(({ account }) => account.account?.timezone ?? 'UTC');
  const isAutomatic = useReadModel(({ account }) => selectedSystem(account)?.autoTimezone ?? true);
  const isBusy = useSelector(settings, (snapshot) => snapshot.hasTag('busy'));
  const { contactWindow } = useSession();
  const [now] = useState(() => (contactWindow === undefined ? 0 : hostNow(contactWindow.getSnapshot().context)));
  const [zones] = useState(() => zonesAt(now).map(({ name, offset }) => ({ id: name, text: `${name} (${offset})` })));
  const guessed = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Setting title="Timezone" of="timezone" settings={settings}>
      <Checkbox
        isSelected={isAutomatic}
        isReadOnly={isBusy}
        onChange={(autoTimezone) => save(settings, 'timezone', { timezone: autoTimezone ? guessed : timezone, autoTimezone })}
      >
        Automatic
      </Checkbox>
      {isAutomatic ? (
        <TextField label="Timezone of this browser" isReadOnly value={`${guessed} (${offsetOf(guessed, now)})`} width="100%" />
      ) : (
        <ComboBox
          label="Timezone"
          width="100%"
          isReadOnly={isBusy}
          defaultItems={zones}
          selectedKey={timezone}
          onSelectionChange={(key) => {
            if (key !== null && key !== timezone) save(settings, 'timezone', { timezone: String(key), autoTimezone: false });
          }}
        >
          {(item) => <Item>{item.text}</Item>}
        </ComboBox>
      )}
    </Setting>
  );
}

const mails: readonly { wish: keyof System['email']; label: string }[] = [
  { wish: 'emailAlarms', label: 'Alarms' },
  { wish: 'emailReports', label: 'Daily reports' },
  { wish: 'emailTagSpotted', label: 'Tag spotted' },
];

/** Which mails of this system the person takes (MAIL-9). */
function Mails({ settings }: { settings: SavingRef }) {
  const wishes = useReadModel(({ account }) => selectedSystem(account)?.email ?? null);
  const address = useReadModel(({ account }) => account.account?.email ?? '');
  const isBusy = useSelector(settings, (snapshot) => snapshot.hasTag('busy'));
  if (wishes === null) return null;
  return (
    <Setting title="Email subscriptions" of="mails" settings={settings}>
      <p className={styles.about}>{`Mails of this system go to ${address}.`}</p>
      <Switch
        isSelected={wishes.emailsEnabled}
        isReadOnly={isBusy}
        onChange={(emailsEnabled) => save(settings, 'mails', { emailsEnabled })}
      >
        Mails
      </Switch>
      {mails.map(({ wish, label }) => (
        <Switch
          key={wish}
          isSelected={wishes.emailsEnabled && wishes[wish]}
          isDisabled={!wishes.emailsEnabled}
          isReadOnly={isBusy}
          onChange={(isOn) => save(settings, 'mails', { [wish]: isOn })}
        >
          {label}
        </Switch>
      ))}
    </Setting>
  );
}

/** How often receivers' clocks are set (SYS-8), for who may set it. */
function ClockSync({ settings }: { settings: SavingRef }) {
  const { journal } = useSession();
  const interval = useReadModel(({ host }) => host.config?.clockSyncInterval ?? null);
  const mayEdit = useSelector(journal, (snapshot) => hasRole(presentRole(snapshot) ?? Infinity, administrator));
  const hasExpired = useHasExpired();
  const isBusy = useSelector(settings, (snapshot) => snapshot.hasTag('busy'));
  if (interval === null || !mayEdit || hasExpired) return null;
  const isKnown = clockSyncChoices.includes(interval);
  const choices = isKnown ? clockSyncChoices : [...clockSyncChoices, interval];
  return (
    <Card title="System settings">
      <div className={styles.settings}>
        <Setting title="Clocks of receivers" of="clock" settings={settings}>
          <Picker
            label="Clock sync interval"
            isDisabled={isBusy}
            items={choices.map((seconds) => ({ id: String(seconds), text: clockSyncText(seconds) }))}
            selectedKey={String(interval)}
            onSelectionChange={(key) => {
              if (Number(key) !== interval) save(settings, 'clock', Number(key));
            }}
          >
            {(item) => <Item>{item.text}</Item>}
          </Picker>
        </Setting>
      </div>
    </Card>
  );
}

function Setting(props: { title: string; of: keyof PageSettings; settings: SavingRef; children: ReactNode }) {
  const failure = useSelector(props.settings, (snapshot) => snapshot.context.failure);
  return (
    <section className={styles.setting} aria-label={props.title}>
      <h3 className={styles.name}>{props.title}</h3>
      {props.children}
      {failure?.of === props.of ? (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      ) : null}
    </section>
  );
}
