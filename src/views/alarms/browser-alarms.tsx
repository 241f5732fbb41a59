import { useSelector } from '@xstate/react';
import type { BrowserAlarmsRef } from '../../machines/browser-alarms/browser-alarms-machine.ts';
import { selectNotifications } from '../../machines/host-session/host-session-selectors.ts';
import { selectBrowserAlarms } from '../../machines/browser-alarms/browser-alarms-selectors.ts';
import type { AlarmWish } from '../../model/alarms/browser-alarms.ts';
import { useSession } from '../session/session-actors.tsx';
import styles from './alarm-settings.module.css';
import { ChoicePicker } from '../controls/choice-picker.tsx';

const choices: readonly { id: AlarmWish; name: string }[] = [
  { id: 'none', name: 'None' },
  { id: 'errors', name: 'Errors' },
  { id: 'troubles', name: 'Errors and warnings' },
  { id: 'all', name: 'All alarms' },
];

/** Chooses which alarms this browser shows as notifications (ALM-23). */
export function BrowserAlarms() {
  const { session } = useSession();
  const notifications = useSelector(session, selectNotifications);
  const shows = useSelector(notifications, selectBrowserAlarms);
  return (
    <section className="stack align-start line-20" aria-labelledby="browser-alarms">
      <h3 id="browser-alarms">Notifications of this browser</h3>
      <p className="quiet">
        Your browser shows alarms while a page of this system is open, even behind other windows. Snoozed receivers are left out.
      </p>
      {shows === undefined ? <p role="status">Could not load notifications yet.</p> : <Wish shows={shows} />}
    </section>
  );
}

function Wish({ shows }: { shows: BrowserAlarmsRef }) {
  const wish = useSelector(shows, (snapshot) => (snapshot.hasTag('on') ? snapshot.context.wish : 'none'));
  const isAsking = useSelector(shows, (snapshot) => snapshot.matches('asking'));
  const isImpossible = useSelector(shows, (snapshot) => snapshot.matches('impossible'));
  const isRefused = useSelector(shows, (snapshot) => snapshot.matches('refused'));
  const isBroken = useSelector(shows, (snapshot) => snapshot.matches('broken'));
  if (isImpossible)
    return <p>This browser cannot show notifications from this page. Use https and a browser that supports notifications.</p>;
  if (isBroken)
    return (
      <p className={styles.failure} role="alert">
        Notifications stopped working on this page. Reload it.
      </p>
    );
  return (
    <>
      <ChoicePicker
        label="Alarms to show"
        items={choices}
        value={wish}
        isDisabled={isAsking}
        onChoose={(chosen) => shows.send({ type: 'wish.choose', wish: chosen })}
      />
      {isAsking ? <p role="status">Your browser asks whether to allow notifications. Answer it there.</p> : null}
      {isRefused ? (
        <p className={styles.failure} role="alert">
          Your browser blocks notifications from this page. Allow them in the site settings, then choose again.
        </p>
      ) : null}
    </>
  );
}
