import { lazy, Suspense } from 'react';
import type { NamedReceiver } from '../../model/receivers/tasks.ts';
import { AlarmsLoading } from './alarms-loading.tsx';
import styles from './alarm-list.module.css';

const SnoozeForm = lazy(() => import('../snooze/snooze-form.tsx'));

/** The form in the place of the list: a dialog over the menu would close it. */
export function AlarmSnooze({ receiver, onClose }: { receiver: NamedReceiver; onClose: () => void }) {
  const receivers = [receiver];
  return (
    <section className={styles.snooze} aria-label={`Snooze ${receiver.alias}`}>
      <h3 className={styles.snoozeTitle}>{`Snooze ${receiver.alias}`}</h3>
      <Suspense fallback={<AlarmsLoading />}>
        <SnoozeForm receivers={receivers} onClose={onClose} />
      </Suspense>
    </section>
  );
}
