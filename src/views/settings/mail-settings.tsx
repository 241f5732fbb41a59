import { Switch } from '@adobe/react-spectrum/Switch';
import { useSelector } from '@xstate/react';
import { saveThing, type SavingRef } from '../../machines/saving/saving.ts';
import type { OwnMails } from '../../model/entities/settings.ts';
import type { System } from '../../model/entities/system.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';

const kinds: readonly { wish: keyof System['email']; label: string }[] = [
  { wish: 'emailAlarms', label: 'Alarms' },
  { wish: 'emailReports', label: 'Daily report' },
  { wish: 'emailTagSpotted', label: 'Tag spotted' },
];

/** Sets which emails of this system the person receives (MAIL-9). Each person sets their own. */
export function Mails({ saving }: { saving: SavingRef<OwnMails> }) {
  const wishes = useReadModel(({ account }) => selectedSystem(account)?.email ?? null);
  const address = useReadModel(({ account }) => account.account?.email ?? '');
  const isBusy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  const isTesting = useSelector(saving, (snapshot) => snapshot.hasTag('busy') && snapshot.context.of === 'testMail');
  const said = useSelector(saving, (snapshot) => snapshot.context.said);
  if (wishes === null) return null;
  return (
    <Setting title="Emails from this system" saving={saving} of={['mails', 'testMail']}>
      <p className="quiet">{`Sent to ${address}. Snoozed receivers are left out.`}</p>
      <div className={styles.switches}>
        <Switch
          isSelected={wishes.emailsEnabled}
          isReadOnly={isBusy}
          onChange={(emailsEnabled) => saveThing(saving, 'mails', { emailsEnabled })}
        >
          Emails
        </Switch>
        {kinds.map(({ wish, label }) => (
          <Switch
            key={wish}
            isSelected={wishes.emailsEnabled && wishes[wish]}
            isDisabled={!wishes.emailsEnabled}
            isReadOnly={isBusy}
            onChange={(isOn) => saveThing(saving, 'mails', { [wish]: isOn })}
          >
            {label}
          </Switch>
        ))}
      </div>
      {wishes.emailsEnabled ? null : <p className="quiet">Turn on Emails to choose which ones you get.</p>}
      <Greyed isBusy={isBusy}>
        <Button isBusy={isTesting} onPress={() => saveThing(saving, 'testMail', null)}>
          Send a test email
        </Button>
      </Greyed>
      {said === null ? null : <p role="status">{said}</p>}
    </Setting>
  );
}
