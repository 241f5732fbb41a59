import type { NamedReceiver } from '../../model/receivers/tasks.ts';
import { AlarmsLoading } from './alarms-loading.tsx';
import styles from './alarm-list.module.css';
import { later, Waiting } from '../controls/later.tsx';

const SnoozeForm = later(() => import('../snooze/snooze-form.tsx'));

/** The form in the place of the list: a dialog over the menu would close it. */
export function AlarmSnooze({ receiver, onClose }: { receiver: NamedReceiver; onClose: () => void }) {
  const receivers = [receiver];
  return (
    <section className={styles.snooze} aria-label={`Snooze ${receiver.alias}`}>
      <h3 className={styles.snoozeTitle}>{`Snooze ${receiver.alias}`}</h3>
      <Waiting value={<AlarmsLoading />}>
        <SnoozeForm receivers={receivers} onClose={onClose} />
      </Waiting>
    </section>
  );
}
