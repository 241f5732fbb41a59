import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { saveThing, type SavingRef } from '../../machines/saving/saving.ts';
import { selectScreenSlot } from '../../machines/host-session/host-session-selectors.ts';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import { selectFailure } from '../../machines/resource/resource-machine.ts';
import { selectScreenResource } from '../../machines/screen/screen-selectors.ts';
import { leastOfflineMinutes, mostOfflineMinutes } from '../../model/entities/offline-alarm.ts';
import type { AlarmPageSettings } from '../../model/entities/settings.ts';
import { administrator, hasRole } from '../../model/entities/role.ts';
import { alarmSettingsModel } from '../../model/journal/screen-models/alarm-settings.ts';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useScreenModel, useSession } from '../session/session-actors.tsx';
import { useHasExpired } from '../session/use-host-clock.ts';
import styles from './alarm-settings.module.css';

/**
 * Sets after how many minutes offline an alarm is raised (ALM-5). If the person may not set this, shows the
 * value and why.
 */
export function OfflineMinutes({ settings }: { settings: SavingRef<AlarmPageSettings> }) {
  const { journal, session } = useSession();
  const slot = useSelector(session, selectScreenSlot);
  const resource = useSelector(slot, (snapshot) => snapshot && selectScreenResource(snapshot, 'alarmSettings'));
  const failure = useSelector(resource, selectFailure);
  const minutes = useScreenModel(alarmSettingsModel, (known) => known.offlineMinutes);
  const mayEdit = useSelector(journal, (snapshot) => hasRole(presentRole(snapshot) ?? Infinity, administrator));
  const hasExpired = useHasExpired();
  const refusal = hasExpired
    ? 'This system has expired and is read-only.'
    : mayEdit
      ? null
      : 'Only administrators and owners can change this.';
  return (
    <section className="stack align-start line-20" aria-labelledby="offline-alarm">
      <h3 id="offline-alarm">Offline alarm</h3>
      <p className="quiet">A receiver raises an alarm after this many minutes offline. Shorter outages raise none.</p>
      {minutes === null && failure !== null ? (
        <LoadFailure
          title="Could not load the setting"
          failure={failure}
          onRetry={() => session.send({ type: 'session.retry' })}
        />
      ) : minutes === null ? (
        <p className="quiet" role="status">
          Loading…
        </p>
      ) : refusal === null ? (
        <MinutesForm settings={settings} minutes={minutes} />
      ) : (
        <p>
          <b>{minutes === 1 ? '1 minute' : `${minutes} minutes`}</b> {refusal}
        </p>
      )}
    </section>
  );
}

function MinutesForm({ settings, minutes }: { settings: SavingRef<AlarmPageSettings>; minutes: number }) {
  const failure = useSelector(settings, (snapshot) => snapshot.context.failure);
  const busy = useSelector(settings, (snapshot) => snapshot.hasTag('busy'));
  // If the stored value changes, drop what was typed: it was meant to replace the old value.
  const [typed, setTyped] = useState({ over: minutes, text: String(minutes) });
  if (typed.over !== minutes) setTyped({ over: minutes, text: String(minutes) });
  const { text } = typed;
  const wanted = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
  const isValid = wanted !== null && wanted >= leastOfflineMinutes && wanted <= mostOfflineMinutes;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isValid && !busy) saveThing(settings, 'minutes', wanted);
  };
  return (
    <form className={`wrap align-end gap-8-12 ${styles.form}`} onSubmit={save}>
      <TextField
        label="Minutes offline before an alarm"
        value={text}
        onChange={(changed) => setTyped({ over: minutes, text: changed })}
        inputMode="numeric"
        isReadOnly={busy}
        {...invalid(
          isValid ? null : `A whole number from ${leastOfflineMinutes} to ${mostOfflineMinutes.toLocaleString('en-US')}`,
        )}
      />
      <Greyed why={!isValid ? 'Enter a valid number of minutes' : wanted === minutes ? 'No changes to save' : null} isBusy={busy}>
        <Button type="submit">Save minutes</Button>
      </Greyed>
      {failure?.of === 'minutes' ? (
        <p className={styles.failure} role="alert">
          {failure.text}
        </p>
      ) : null}
    </form>
  );
}
