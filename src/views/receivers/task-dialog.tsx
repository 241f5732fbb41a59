import { ProgressBar } from '@adobe/react-spectrum/ProgressBar';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { areHeard } from '../../model/receivers/columns.ts';
import { copiedAddressText } from '../../model/receivers/shared-address.ts';
import type { Task } from '../../model/receivers/tasks.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';
import { StatusMark } from '../controls/status-mark.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useNow } from './receivers-screen.tsx';
import { useRefusalOfMore } from './use-rights.ts';
import styles from './dialogs.module.css';

const own = 'own';

const words = {
  copy: { verb: 'Copy', doing: 'Copying' },
  delete: { verb: 'Delete', doing: 'Deleting' },
  retire: { verb: 'Retire', doing: 'Retiring' },
  restore: { verb: 'Restore', doing: 'Restoring' },
  move: { verb: 'Move', doing: 'Moving' },
  undo: { verb: 'Undo', doing: 'Undoing' },
} as const;

/** Asks before receivers are copied, deleted or restored, and shows the progress of any task. */
export function TaskDialog({ receivers }: { receivers: ReceiversRef }) {
  const task = useSelector(receivers, (snapshot) => snapshot.context.task);
  const busy = useSelector(receivers, (snapshot) => snapshot.hasTag('busy'));
  return task === null ? null : <OpenTask receivers={receivers} task={task} busy={busy} />;
}

function OpenTask({ receivers, task, busy }: { receivers: ReceiversRef; task: Task; busy: boolean }) {
  const { action } = task;
  const isStopping = useSelector(receivers, (snapshot) => snapshot.matches({ dialog: { running: 'stopping' } }));
  const count = task.receivers.length;
  const what = count === 1 ? (task.receivers[0]?.alias ?? '') : `${count} receivers`;
  const now = useNow();
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const sites = groups.flatMap(({ site }) => site ?? []);
  const isRetiring = useReadModel(
    ({ fleet }) => action === 'delete' && areHeard(task.receivers.map(({ rxId }) => fleet.receivers[rxId])),
  );
  const warning = useReadModel(({ fleet }) =>
    action === 'copy' ? copiedAddressText(task.receivers.flatMap(({ rxId }) => fleet.receivers[rxId] ?? [])) : null,
  );
  const full = useRefusalOfMore(count, now);
  const refusal = action === 'copy' || action === 'restore' ? full : null;
  const isHomeless = task.receivers.some(({ siteId }) => siteId === null);
  const [site, setSite] = useState<string | null>(isHomeless ? null : own);
  const items = [
    ...(isHomeless ? [] : [{ id: own, name: count === 1 ? 'The same site' : 'Each at its own site' }]),
    ...sites.map(({ id, alias }) => ({ id: String(id), name: alias })),
  ];
  const whyFull = refusal === null ? null : 'That would exceed the receiver limit';
  const whyNot = whyFull ?? (action === 'copy' && site === null ? 'Choose a site first' : null);
  const { verb, doing } = words[isRetiring ? 'retire' : action];
  return (
    <ConfirmDialog
      title={action === 'undo' ? `Undo the changes to ${what}` : `${verb} ${what}?`}
      confirm={verb}
      rank={action === 'delete' ? 'destructive' : 'primary'}
      why={whyNot}
      failure={busy ? null : refusal}
      buttons={
        busy ? (
          <Button isBusy={isStopping} onPress={() => receivers.send({ type: 'task.stop' })}>
            Stop
          </Button>
        ) : undefined
      }
      onConfirm={() => receivers.send({ type: 'task.confirm', siteId: site === null || site === own ? null : Number(site) })}
      onClose={() => receivers.send({ type: 'dialog.close' })}
    >
      {busy ? (
        <ProgressBar
          label={doing}
          value={task.results.length}
          maxValue={count}
          valueLabel={`${task.results.length} of ${count}`}
          width="100%"
        />
      ) : (
        <>
          {action === 'delete' ? <p className={styles.quiet}>{deletionText(what, count, isRetiring)}</p> : null}
          {action === 'restore' ? (
            <p className={styles.quiet}>It returns under its name, to its old site if that still exists.</p>
          ) : null}
          {action === 'copy' ? <ChoicePicker label="To" items={items} value={site} onChoose={setSite} width="100%" /> : null}
          {warning === null ? null : <StatusMark status="warning" text={warning} />}
          {count === 1 ? null : (
            <ul className={styles.names} aria-label="Receivers">
              {task.receivers.map(({ rxId, alias }) => (
                <li key={rxId}>{alias}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

/**
 * Says what happens to deleted receivers (RX-35). If `isRetiring`, it is known that all of them have sent
 * data.
 */
function deletionText(what: string, count: number, isRetiring: boolean): string {
  if (isRetiring && count === 1)
    return `${what} has sent data, so it is retired: it is hidden and its name becomes free, but its contacts, states and alarms are kept.`;
  if (isRetiring)
    return 'All of them have sent data, so they are retired: they are hidden and their names become free, but their contacts, states and alarms are kept.';
  return 'A receiver that has sent data or has field notes is retired: it is hidden and its name becomes free, but its data are kept. Any other is removed.';
}
