import { useSelector } from '@xstate/react';
import { useCallback, useRef, useState } from 'react';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectNotifications } from '../../machines/host-session/host-session-selectors.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { unseenAlarms } from '../../model/journal/read-models/alarms.ts';
import { Button } from '../controls/button.tsx';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { LoadBoundary } from '../controls/load-boundary.tsx';
import type { Snoozing } from './alarm-snooze.tsx';
import { AlarmsLoading } from './alarms-loading.tsx';
import styles from './notifications-menu.module.css';
import { BellIcon } from './shell-icons.tsx';
import { later } from '../controls/later.tsx';

const loadAlarmList = () => import('./alarm-list.tsx');
const AlarmList = later(loadAlarmList);
/** Starts to load the code of the list too, so that the list does not wait for the popover. */
const AlarmsPopover = later(() => {
  void loadAlarmList().catch(() => null);
  return import('./alarms-popover.tsx');
});

type Props = { session: HostSessionRef; journal: JournalRef; onReload: () => void };

/** The open snooze form, and the alarm whose form was closed last; each null if there is none. */
type Choice = { snoozing: Snoozing | null; left: number | null };
const noChoice: Choice = { snoozing: null, left: null };

/** ALM-8: the bell with the count of unseen alarms, and the menu that it opens. */
export function NotificationsMenu({ session, journal, onReload }: Props) {
  const alarms = useSelector(journal, (snapshot) => shown(snapshot).alarms.alarms);
  const lastSeenAlarmId = useSelector(journal, (snapshot) => selectedSystem(shown(snapshot).account)?.lastSeenAlarmId ?? null);
  const notifications = useSelector(session, selectNotifications);
  const isOpen = useSelector(notifications, (snapshot) => snapshot?.hasTag('open') ?? false);
  const unseen = unseenAlarms({ alarms }, lastSeenAlarmId);
  const count = unseen > 99 ? '99+' : String(unseen);
  const target = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  // Keep the choice here, because the popover is replaced when the window becomes as narrow as a phone
  // (LOOK-31).
  const [choice, setChoice] = useState<Choice>(noChoice);
  const snooze = useCallback((snoozing: Snoozing) => setChoice({ snoozing, left: null }), []);
  const end = useCallback(() => setChoice(({ snoozing }) => ({ snoozing: null, left: snoozing?.alarmId ?? null })), []);
  const turn = (open: boolean): void => {
    setChoice(noChoice);
    notifications?.send({ type: open ? 'notifications.open' : 'notifications.close' });
  };
  return (
    <span ref={target} className={styles.bell} onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <Button
        rank="quiet"
        isDisabled={notifications === undefined}
        aria-label={unseen === 0 ? 'Alarms, none new' : `Alarms, ${count} new`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => turn(!isOpen)}
      >
        <BellIcon />
      </Button>
      {isOpen || isNear ? (
        <DialogBoundary onRetry={onReload} onClose={() => turn(false)} waiting={isOpen ? <Waiting /> : null}>
          <AlarmsPopover target={target} isOpen={isOpen} onOpenChange={turn}>
            <LoadBoundary waiting={<AlarmsLoading />} onRetry={onReload}>
              <AlarmList session={session} journal={journal} {...choice} onSnooze={snooze} onEnd={end} />
            </LoadBoundary>
          </AlarmsPopover>
        </DialogBoundary>
      ) : null}
      {unseen === 0 ? null : (
        <span className={styles.badge} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  );
}

/** Holds the popover's place while its code loads. */
function Waiting() {
  return (
    <div className={styles.waiting}>
      <AlarmsLoading />
    </div>
  );
}
