import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { HostSessionRef } from '../../machines/host-session/host-session-machine.ts';
import { selectNotifications, selectResource } from '../../machines/host-session/host-session-selectors.ts';
import type { JournalRef } from '../../machines/journal/journal-actor.ts';
import { selectSeenToRedo, selectSeenToUndo, shown } from '../../machines/journal/journal-selectors.ts';
import { selectMayEdit } from '../../machines/receivers/receivers-selectors.ts';
import { isMarking } from '../../machines/operations/operations-selectors.ts';
import { selectFailed, selectLoading } from '../../machines/resource/resource-machine.ts';
import { snoozedText, snoozedUntil } from '../../model/alarms/snoozed.ts';
import { markSeen, markUnseen } from '../../model/journal/edits.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { type AlarmRow, alarmRows } from '../../model/alarms/alarm-rows.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { NotLoadedError } from '../controls/later.tsx';
import { SessionProvider, useReadModel, useSession } from '../session/session-actors.tsx';
import { useTimes } from '../session/use-host-clock.ts';
import { AlarmLine } from './alarm-line.tsx';
import { AlarmsFailed, NoAlarms } from './alarms-none.tsx';
import { AlarmsLoading } from './alarms-loading.tsx';
import { AlarmSnooze, type Snoozing } from './alarm-snooze.tsx';
import styles from './alarm-list.module.css';

type Choosing = {
  snoozing: Snoozing | null;
  /** The alarm whose snooze form was closed last: the focus returns to its button. Null if there is none. */
  left: number | null;
  onSnooze: (snoozing: Snoozing) => void;
  onEnd: () => void;
};
type Props = Choosing & { session: HostSessionRef; journal: JournalRef };

/**
 * ALM-7, ALM-11, ALM-13: shows the alarms, or that there are none, that they are loading, or that they failed
 * to load. While the snooze form is open, it replaces the list. A plain list: Spectrum's ListView weighs 34
 * kB instead of 1 kB, and cannot lay out rows of two or three lines like these.
 */
export default function AlarmList({ session, journal, ...choosing }: Props) {
  return (
    <SessionProvider session={session} journal={journal}>
      <Alarms {...choosing} />
    </SessionProvider>
  );
}

function Alarms({ snoozing, left, onSnooze, onEnd }: Choosing) {
  const within = useSession();
  const { session, journal } = within;
  const resource = useSelector(session, (snapshot) => selectResource(snapshot, 'alarms'));
  const failed = useSelector(resource, selectFailed);
  const loading = useSelector(resource, selectLoading);
  const notifications = useSelector(session, selectNotifications);
  const now = useSelector(notifications, (snapshot) => snapshot?.context.relativeTo ?? 0);
  const alarms = useReadModel((models) => models.alarms.alarms);
  const receivers = useReadModel((models) => models.fleet.receivers);
  const lastSeenAlarmId = useReadModel(({ account }) => selectedSystem(account)?.lastSeenAlarmId ?? null);
  const times = useTimes();
  const mitasId = useReadModel(({ account }) => selectedSystem(account)?.mitasId ?? '');
  const maySnooze = useSelector(journal, selectMayEdit);
  const isOpen = useSelector(notifications, (snapshot) => snapshot?.hasTag('open') ?? false);
  // Show the list again if the receiver no longer exists: it cannot be snoozed.
  const isSnoozing = snoozing !== null && receivers[snoozing.receiver.rxId] !== undefined;
  const isShown = alarms !== null && !isSnoozing;
  useEffect(() => {
    if (isOpen) notifications?.send({ type: isShown ? 'notifications.shown' : 'notifications.hidden' });
  }, [isOpen, isShown, notifications]);
  // Counts requests for a form, to discard a form that loads after another was requested or the menu was
  // closed.
  const wish = useRef(0);
  useEffect(() => () => void (wish.current += 1), [isOpen]);
  const [, fail] = useState(null);
  const snooze = useCallback(
    ({ id, rxId }: AlarmRow): void => {
      const rx = rxId === undefined ? undefined : shown(journal.getSnapshot()).fleet.receivers[rxId];
      if (rx === undefined) return;
      const receiver = { rxId: rx.id, alias: rx.alias, siteId: rx.SiteId };
      const own = (wish.current += 1);
      // Keep the list until the form has loaded, so that the form takes its place and the focus in one step.
      void import('../snooze/snooze-form.tsx').then(
        ({ default: Form, beginSnooze }) => {
          if (own !== wish.current) return;
          const actor = beginSnooze(within, { receivers: [receiver], times, onClose: onEnd });
          onSnooze({ alarmId: id, receiver, actor, Form });
        },
        // Throw the error during rendering, so that it reaches the LoadBoundary around the list.
        (error: unknown) =>
          fail(() => {
            throw new NotLoadedError(String(error), { cause: error });
          }),
      );
    },
    [within, journal, times, onSnooze, onEnd],
  );
  if (isSnoozing) return <AlarmSnooze {...snoozing} />;
  const nameOf = (rxId: number): string | null => receivers[rxId]?.alias ?? null;
  const rows = alarmRows(alarms ?? [], lastSeenAlarmId, { times, now, nameOf });
  return (
    <>
      {failed ? (
        <AlarmsFailed stale={alarms !== null} retrying={loading} onRetry={() => session.send({ type: 'session.retry' })} />
      ) : null}
      {alarms === null && !failed ? <AlarmsLoading /> : null}
      {alarms?.length === 0 ? <NoAlarms /> : null}
      {rows.length === 0 ? null : (
        <ul className={styles.list}>
          {rows.map((row) => {
            const of = row.rxId === undefined ? undefined : receivers[row.rxId];
            const until = of === undefined ? null : snoozedUntil(of, now);
            return (
              <AlarmLine
                key={row.id}
                row={row}
                alias={of?.alias ?? null}
                snoozed={until === null ? null : snoozedText(until, times)}
                hasFocus={row.id === left}
                onSnooze={maySnooze && of !== undefined ? snooze : null}
              />
            );
          })}
        </ul>
      )}
      <div className={styles.foot}>
        <SeenAgain mitasId={mitasId} />
        <Link href={screenUrl(mitasId, 'alarms')} onClick={() => notifications?.send({ type: 'notifications.close' })}>
          All alarms
        </Link>
      </div>
    </>
  );
}

/** ALM-25: undoes or redoes marking the alarms as seen. One button does both, so it keeps the focus. */
function SeenAgain({ mitasId }: { mitasId: string }) {
  const { journal, operations } = useSession();
  const undo = useSelector(journal, selectSeenToUndo);
  const redo = useSelector(journal, selectSeenToRedo);
  const isAsked = useSelector(operations, isMarking);
  const edit = redo !== undefined ? markSeen(mitasId, redo) : undo !== undefined ? markUnseen(mitasId, undo) : null;
  if (edit === null) return null;
  return (
    <button
      type="button"
      className={styles.seen}
      aria-disabled={isAsked}
      onClick={() => (isAsked ? undefined : operations?.send({ type: 'operations.edit', edit }))}
    >
      {redo === undefined ? 'Mark as unseen' : 'Mark as seen'}
    </button>
  );
}
