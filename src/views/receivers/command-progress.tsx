import { useSelector } from '@xstate/react';
import type { CommandsRef } from '../../machines/commands/commands-machine.ts';
import { type CommandBatch, failedPlan, progressOf, progressText } from '../../model/commands/command-batch.ts';
import { commandNames, errorText } from '../../model/commands/command-words.ts';
import { Button } from '../controls/button.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import styles from './outcome.module.css';

const none: readonly CommandBatch[] = [];

/** Shows the progress of commands sent to several receivers at once (SEND-3). */
export function CommandProgress() {
  const { commands } = useReceiversScreen();
  const batches = useSelector(commands, (snapshot) => snapshot?.context.batches) ?? none;
  if (commands === undefined) return null;
  return batches.map((batch) => <Batch key={batch.batchId} commands={commands} batch={batch} />);
}

function Batch({ commands, batch }: { commands: CommandsRef; batch: CommandBatch }) {
  const receivers = useReadModel(({ fleet }) => fleet.receivers);
  const { batchId, plan } = batch;
  const { total, done, failed, waiting, isOver } = progressOf(batch);
  const name = commandNames[plan.commandType];
  const failures = batch.commands.flatMap(({ commandId, rxId }) => {
    const outcome = batch.outcomes[commandId];
    const why = outcome === undefined ? null : errorText(outcome);
    return why === null ? [] : [{ rxId, text: `${receivers[rxId]?.alias ?? `Receiver ${rxId}`}: ${why}` }];
  });
  const mayRetry = isOver && failedPlan(batch) !== null;
  return (
    <section className={styles.outcome} aria-label={`${name} of ${total} ${total === 1 ? 'receiver' : 'receivers'}`}>
      <progress value={done + failed + waiting} max={total} aria-label={name} />
      <span className={styles.text} role="status">
        <b>{name}</b>: {progressText(batch)}
      </span>
      <span className={styles.buttons}>
        {mayRetry ? <Button onPress={() => commands.send({ type: 'batch.retry', batchId })}>Retry the failed</Button> : null}
        {isOver ? <Button onPress={() => commands.send({ type: 'batch.dismiss', batchId })}>Dismiss</Button> : null}
      </span>
      {failures.length === 0 ? null : (
        <ul aria-label="Failed" tabIndex={0}>
          {failures.map(({ rxId, text }) => (
            <li key={rxId}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
