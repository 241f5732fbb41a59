import { Item, Picker } from '@adobe/react-spectrum/Picker';
import { ProgressBar } from '@adobe/react-spectrum/ProgressBar';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ReceiversRef } from '../../machines/receivers/receivers-machine.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { lastContactOf } from '../../model/receivers/columns.ts';
import type { Task } from '../../model/receivers/tasks.ts';
import { Button } from '../controls/button.tsx';
import { DialogFrame } from '../controls/dialog-frame.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useNow } from './receivers-screen.tsx';
import { useRefusalOfMore } from './use-rights.ts';
import styles from './dialogs.module.css';

const own = 'own';

const words = {
  copy: { verb: 'Copy', doing: 'Copying' },
  delete: { verb: 'Delete', doing: 'Deleting' },
  restore: { verb: 'Restore', doing: 'Restoring' },
  move: { verb: 'Move', doing: 'Moving' },
  undo: { verb: 'Undo', doing: 'Undoing' },
} as const;

/** Asks before receivers are copied, deleted or restored, and shows how far any task is. */
export function TaskDialog({ receivers }: { receivers: ReceiversRef }) {
  const task = useSelector(receivers, (snapshot) => snapshot.context.task);
  const busy = useSelector(receivers, (snapshot) => snapshot.hasTag('busy'));
  return task === null ? null : <OpenTask receivers={receivers} task={task} busy={busy} />;
}

function OpenTask({ receivers, task, busy }: { receivers: ReceiversRef; task: Task; busy: boolean }) {
  const { deed } = task;
  const isStopping = useSelector(receivers, (snapshot) => snapshot.matches({ dialog: { running: 'stopping' } }));
  const count = task.receivers.length;
  const what = count === 1 ? (task.receivers[0]?.alias ?? '') : `${count} receivers`;
  const now = useNow();
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const sites = groups.flatMap(({ site }) => site ?? []);
  const areHeard = useReadModel(({ fleet }) => task.receivers.every(({ rxId }) => isHeard(fleet.receivers[rxId])));
  const full = useRefusalOfMore(count, now);
  const refusal = deed === 'copy' || deed === 'restore' ? full : null;
  const isHomeless = task.receivers.some(({ siteId }) => siteId === null);
  const [site, setSite] = useState<string | null>(isHomeless ? null : own);
  const items = [
    ...(isHomeless ? [] : [{ id: own, name: count === 1 ? 'The same site' : 'Each at its own site' }]),
    ...sites.map(({ id, alias }) => ({ id: String(id), name: alias })),
  ];
  const whyFull = refusal === null ? null : 'It would be too many receivers';
  const whyNot = whyFull ?? (deed === 'copy' && site === null ? 'Choose a site first' : null);
  const { verb, doing } = words[deed];
  return (
    <DialogFrame
      size="S"
      role={deed === 'delete' ? 'alertdialog' : 'dialog'}
      title={deed === 'undo' ? `Undo what was done to ${what}` : `${verb} ${what}?`}
      buttons={
        <>
          {busy ? (
            <Button isBusy={isStopping} onPress={() => receivers.send({ type: 'task.stop' })}>
              Stop
            </Button>
          ) : (
            <>
              <Button autoFocus onPress={() => receivers.send({ type: 'dialog.close' })}>
                Cancel
              </Button>
              <Greyed why={whyNot}>
                <Button
                  rank={deed === 'delete' ? 'destructive' : 'primary'}
                  onPress={() =>
                    receivers.send({ type: 'task.confirm', siteId: site === null || site === own ? null : Number(site) })
                  }
                >
                  {verb}
                </Button>
              </Greyed>
            </>
          )}
        </>
      }
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
        <div className={styles.fields}>
          {deed === 'delete' ? <p className={styles.quiet}>{deletionText(what, count, areHeard)}</p> : null}
          {deed === 'restore' ? (
            <p className={styles.quiet}>It returns under its name, to its old site if that still exists.</p>
          ) : null}
          {deed === 'copy' ? (
            <Picker label="To" items={items} selectedKey={site} onSelectionChange={(key) => setSite(String(key))} width="100%">
              {(item) => <Item>{item.name}</Item>}
            </Picker>
          ) : null}
          {refusal === null ? null : (
            <p className={styles.failure} role="alert">
              {refusal}
            </p>
          )}
          {count === 1 ? null : (
            <ul className={styles.names} aria-label="Receivers">
              {task.receivers.map(({ rxId, alias }) => (
                <li key={rxId}>{alias}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </DialogFrame>
  );
}

/** Known only of one that was: another may have been heard long ago. */
function isHeard(rx: Receiver | undefined): boolean {
  return rx !== undefined && lastContactOf(rx) !== null;
}

/** What becomes of those that are deleted (RX-35), of just these where it is known. */
function deletionText(what: string, count: number, areHeard: boolean): string {
  if (areHeard && count === 1)
    return `${what} was heard, so it is retired: it is hidden, its name is free, and its contacts, states and alarms stay under it.`;
  if (areHeard)
    return 'All of them were heard, so they are retired: hidden, their names free, and their contacts, states and alarms stay under them.';
  return 'A receiver that was heard is retired: it is hidden, its name is free, and its contacts, states and alarms stay under it. One that was never heard is removed.';
}
