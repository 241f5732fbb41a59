import { ActionButton } from '@adobe/react-spectrum/ActionButton';
import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogTrigger } from '@adobe/react-spectrum/DialogTrigger';
import { Heading } from '@adobe/react-spectrum/Heading';
import { useSelector } from '@xstate/react';
import { lazy } from 'react';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectNotifications } from '../../machines/host-session/host-session-selectors.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { unseenAlarms } from '../../model/journal/read-models/alarms.ts';
import { LoadBoundary } from '../controls/load-boundary.tsx';
import { AlarmsLoading } from './alarms-loading.tsx';
import styles from './notifications-menu.module.css';
import { BellIcon } from './shell-icons.tsx';

const AlarmList = lazy(() => import('./alarm-list.tsx'));

type Props = { session: HostSessionRef; journal: JournalRef; onReload: () => void };

/** ALM-8: the notification bell with the count of alarms not seen yet, and the menu that it opens. */
export function NotificationsMenu({ session, journal, onReload }: Props) {
  const alarms = useSelector(journal, (snapshot) => shown(snapshot).alarms.alarms);
  const lastSeenAlarmId = useSelector(journal, (snapshot) => selectedSystem(shown(snapshot).account)?.lastSeenAlarmId ?? null);
  const notifications = useSelector(session, selectNotifications);
  const isOpen = useSelector(notifications, (snapshot) => snapshot?.hasTag('open') ?? false);
  const unseen = unseenAlarms({ alarms }, lastSeenAlarmId);
  const count = unseen > 99 ? '99+' : String(unseen);
  return (
    <span className={styles.bell}>
      <DialogTrigger
        type="popover"
        mobileType="tray"
        placement="bottom end"
        offset={12}
        hideArrow
        isOpen={isOpen}
        onOpenChange={(open) => notifications?.send({ type: open ? 'notifications.open' : 'notifications.close' })}
      >
        <ActionButton
          isQuiet
          isDisabled={notifications === undefined}
          aria-label={unseen === 0 ? 'Alarms, none new' : `Alarms, ${count} new`}
        >
          <BellIcon />
        </ActionButton>
        <Dialog UNSAFE_className={styles.dialog}>
          <Heading UNSAFE_className={styles.heading}>Alarms</Heading>
          <Content UNSAFE_className={styles.content}>
            <LoadBoundary waiting={<AlarmsLoading />} onRetry={onReload}>
              <AlarmList session={session} journal={journal} />
            </LoadBoundary>
          </Content>
        </Dialog>
      </DialogTrigger>
      {unseen === 0 ? null : (
        <span className={styles.badge} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  );
}
