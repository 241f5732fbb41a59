import { Switch } from '@adobe/react-spectrum/Switch';
import { useSelector } from '@xstate/react';
import type { AlarmSettingsRef, MailsTaken } from '../../machines/alarm-settings/alarm-settings-machine.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import styles from './alarm-settings.module.css';

/** Which mails of this system the person takes (MAIL-9): everybody sets their own. */
export function AlarmMails({ settings }: { settings: AlarmSettingsRef }) {
  const wishes = useReadModel(({ account }) => selectedSystem(account)?.email ?? null);
  const address = useReadModel(({ account }) => account.account?.email ?? '');
  const busy = useSelector(settings, (snapshot) => snapshot.hasTag('busy'));
  const { failure, mailed } = useSelector(settings, (snapshot) => snapshot.context);
  const isTesting = useSelector(settings, (snapshot) => snapshot.matches('testingMail'));
  if (wishes === null) return null;
  const save = (wish: Partial<MailsTaken>): void => settings.send({ type: 'mails.save', wishes: wish });
  return (
    <section className={styles.setting} aria-labelledby="alarm-mails">
      <h3 id="alarm-mails" className={styles.name}>
        Your mails of this system
      </h3>
      <p className={styles.about}>{`They go to ${address}. Snoozed receivers are in none.`}</p>
      <div className={styles.switches}>
        <Switch isSelected={wishes.emailsEnabled} isReadOnly={busy} onChange={(emailsEnabled) => save({ emailsEnabled })}>
          Mails
        </Switch>
        <Switch
          isSelected={wishes.emailsEnabled && wishes.emailAlarms}
          isDisabled={!wishes.emailsEnabled}
          isReadOnly={busy}
          onChange={(emailAlarms) => save({ emailAlarms })}
        >
          Alarms
        </Switch>
        <Switch
          isSelected={wishes.emailsEnabled && wishes.emailReports}
          isDisabled={!wishes.emailsEnabled}
          isReadOnly={busy}
          onChange={(emailReports) => save({ emailReports })}
        >
          Daily report
        </Switch>
      </div>
      {wishes.emailsEnabled ? null : <p className={styles.about}>Which of them come can be chosen when Mails is on.</p>}
      <Greyed isBusy={busy}>
        <Button isBusy={isTesting} onPress={() => settings.send({ type: 'mail.test' })}>
          Send a test mail
        </Button>
      </Greyed>
      {mailed === null ? null : <p role="status">{mailed}</p>}
      {failure?.of === 'mails' || failure?.of === 'test' ? (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      ) : null}
    </section>
  );
}
