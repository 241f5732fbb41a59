import { useSelector } from '@xstate/react';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import { wrongText } from '../../model/receivers/tasks.ts';
import { Button } from '../controls/button.tsx';
import styles from './outcome.module.css';

/** Lists what failed or was not answered in the last task, one by one (FLEET-6, FLEET-9). */
export function TaskFailures({ receivers }: { receivers: ReceiversRef }) {
  const task = useSelector(receivers, (snapshot) => snapshot.context.wentWrong);
  if (task === null) return null;
  const failed = task.results.filter(({ reason }) => reason !== null);
  const isUnanswered = failed.some(({ unanswered }) => unanswered !== null);
  return (
    <section className={styles.outcome} role="alert" aria-label="What went wrong">
      <div className={styles.text}>
        <h2>{wrongText(task)}</h2>
        <ul>
          {failed.map(({ rxId, alias, reason }) => (
            <li key={rxId}>{`${alias}: ${reason}`}</li>
          ))}
        </ul>
        {isUnanswered ? <p>Ask again to find out. Nothing is done twice.</p> : null}
      </div>
      <span className={styles.buttons}>
        {isUnanswered ? <Button onPress={() => receivers.send({ type: 'task.again' })}>Ask again</Button> : null}
        <Button onPress={() => receivers.send({ type: 'results.dismiss' })}>Dismiss</Button>
      </span>
    </section>
  );
}
