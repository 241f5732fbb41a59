import { Switch } from '@adobe/react-spectrum/Switch';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import type { KeysRef } from '../../machines/keys/keys-machine.ts';
import { saveThing, type SavingRef } from '../../machines/saving/saving.ts';
import type { SettingsPageRef } from '../../machines/settings-page/settings-page-machine.ts';
import { clockSyncChoices, clockSyncText } from '../../model/entities/clock-sync.ts';
import { administrator, hasRole, owner } from '../../model/entities/role.ts';
import type { PageSettings } from '../../model/entities/settings.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Page } from '../controls/page.tsx';
import { KeysCard } from '../keys/keys-card.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import { SystemFacts } from '../system/system-facts.tsx';
import { MySettings } from './my-settings.tsx';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';

type Props = { saving: SavingRef<PageSettings> };

const keysTitle = 'API keys';

/** The person's own settings beside those of the system (SYS-20, SYS-21). */
export default function SettingsView({ actor }: ScreenProps<SettingsPageRef>) {
  const keys = useSelector(actor, ({ children }) => children.keys);
  const saving: SavingRef<PageSettings> | undefined = useSelector(actor, ({ children }) => children.saving);
  return (
    <Page title="Settings" about="Your settings and the system's" actions={<LineNotice />}>
      <div className={styles.columns}>
        <div className="grid">
          <MySettings saving={saving} onRetry={() => actor.send({ type: 'saving.retry' })}>
            <OwnSessions />
          </MySettings>
          {keys === undefined ? (
            <Card title={keysTitle}>
              <LoadFailure title="Could not load the keys" failure={null} onRetry={() => actor.send({ type: 'keys.retry' })} />
            </Card>
          ) : (
            <ProgramKeys keys={keys} />
          )}
        </div>
        <div className="grid">
          <SystemFacts />
          {saving === undefined ? null : <SystemSettings saving={saving} />}
        </div>
      </div>
    </Page>
  );
}

/** The keys with which the person's programs read this system (ACC-32). */
function ProgramKeys({ keys }: { keys: KeysRef }) {
  return (
    <KeysCard
      keys={keys}
      title={keysTitle}
      sort="access"
      about={
        <>
          With a key, R, Python or any other program can read what a Viewer of this system sees.{' '}
          <a className={styles.link} href="/api/openapi.json" target="_blank" rel="noreferrer">
            See what can be read
          </a>
        </>
      }
    />
  );
}

/** Links to the profile, which lists where the person is logged in (ACC-30). */
function OwnSessions() {
  const { session } = useSession();
  const { mitasId } = session.getSnapshot().context;
  return (
    <section className={styles.setting} aria-labelledby="own-sessions">
      <h3 id="own-sessions">Sessions</h3>
      <Link className={styles.link} href={screenUrl(mitasId, 'account/profile')}>
        See where you are logged in, and end sessions
      </Link>
    </section>
  );
}

/** The settings that administrators and owners make for everyone. */
function SystemSettings({ saving }: Props) {
  const { journal } = useSession();
  const role = useSelector(journal, (snapshot) => presentRole(snapshot) ?? Infinity);
  const isDemo = useReadModel(({ account }) => selectedSystem(account)?.demo ?? true);
  const hasExpired = useHasExpired();
  if (!hasRole(role, administrator) || hasExpired) return null;
  return (
    <Card title="System settings">
      <div className={styles.settings}>
        <ClockSync saving={saving} />
        {hasRole(role, owner) && !isDemo ? <CollaboratorsPage saving={saving} /> : null}
      </div>
    </Card>
  );
}

/** Sets how often the clocks of receivers are set (SYS-8). */
function ClockSync({ saving }: Props) {
  const interval = useReadModel(({ host }) => host.config?.clockSyncInterval ?? null);
  const isBusy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  if (interval === null) return null;
  // An interval stored before the choice was limited is listed with the usual ones.
  const choices = [...new Set([...clockSyncChoices, interval])];
  return (
    <Setting title="Clocks of receivers" saving={saving} of={['clock']}>
      <ChoicePicker
        label="Clock sync interval"
        isDisabled={isBusy}
        items={choices.map((seconds) => ({ id: String(seconds), name: clockSyncText(seconds) }))}
        value={String(interval)}
        onChoose={(key) => {
          if (Number(key) !== interval) saveThing(saving, 'clock', Number(key));
        }}
      />
    </Setting>
  );
}

/** Sets whether the Collaborators page is offered (ROLE-10); a demo always offers it. */
function CollaboratorsPage({ saving }: Props) {
  const isOffered = useReadModel(({ host }) => host.config?.sidebar.enabled.includes('collaborators') ?? false);
  const isBusy = useSelector(saving, (snapshot) => snapshot.hasTag('busy'));
  return (
    <Setting title="Collaborators" saving={saving} of={['collaborators']}>
      <p className="quiet">When off, nobody can open the Collaborators page. Everyone keeps their role.</p>
      <Switch isSelected={isOffered} isReadOnly={isBusy} onChange={(isOn) => saveThing(saving, 'collaborators', isOn)}>
        Collaborators page
      </Switch>
    </Setting>
  );
}
