import type { SnoozeRef } from '../../machines/snooze/snooze-machine.ts';
import type { NamedReceiver } from '../../model/entities/receiver.ts';
import type SnoozeForm from '../snooze/snooze-form.tsx';
import styles from './alarm-list.module.css';

/** The form that replaces the list, and the alarm and receiver it is for. */
export type Snoozing = { alarmId: number; receiver: NamedReceiver; actor: SnoozeRef; Form: typeof SnoozeForm };

/** The snooze form in place of the list. A dialog over the menu would close the menu. */
export function AlarmSnooze({ receiver, actor, Form }: Snoozing) {
  return (
    <section className={styles.snooze} aria-label={`Snooze ${receiver.alias}`}>
      <h3 className="line-20 below-8">{`Snooze ${receiver.alias}`}</h3>
      <Form actor={actor} receivers={[receiver]} />
    </section>
  );
}
