import { shallowEqual } from '@xstate/react';
import { useState } from 'react';
import { type AskedCommand, isReachable, lossText, questionText, unreachedText } from '../../model/commands/command-reach.ts';
import { commandNames, commandWaits } from '../../model/commands/command-words.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import styles from './dialogs.module.css';

const notAtAll = 'none';
const waits = [
  { id: notAtAll, name: 'Do not send it' },
  ...commandWaits.map(({ id, name }) => ({ id, name: `When it comes online, within ${name}` })),
];

/**
 * Asks before it sends a destructive command, and whether to wait for receivers that are not online (SEND-5,
 * SEND-6).
 */
export default function CommandDialog({ asked, onClose }: { asked: AskedCommand; onClose: () => void }) {
  return (
    <DialogHolder onDismiss={onClose}>
      <Question asked={asked} onClose={onClose} />
    </DialogHolder>
  );
}

function Question({ asked, onClose }: { asked: AskedCommand; onClose: () => void }) {
  const { commandType, rxIds } = asked;
  const { commands } = useReceiversScreen();
  const receivers = useReadModel(({ fleet }) => rxIds.flatMap((id) => fleet.receivers[id] ?? []), shallowEqual);
  const [wait, setWait] = useState<string>(notAtAll);
  const unreached = unreachedText(receivers);
  const reached = receivers.filter(isReachable);
  const waitMs = commandWaits.find(({ id }) => id === wait)?.ms ?? null;
  const isErasure = commandType === 'rxEraseMemory';
  const concerned = waitMs === null ? reached : receivers;
  const send = (): void => {
    onClose();
    // Include receivers that are not online even if the person chose not to wait for them, so that each shows
    // why it got no command.
    commands?.send({ type: 'commands.ask', plan: { commandType, rxIds: receivers.map(({ id }) => id), waitMs } });
  };
  return (
    <ConfirmDialog
      title={questionText(commandType, receivers)}
      confirm={commandNames[commandType]}
      rank={isErasure ? 'destructive' : 'primary'}
      why={concerned.length === 0 ? 'None is online. Choose to wait first' : null}
      onConfirm={send}
      onClose={onClose}
    >
      {isErasure && concerned.length > 0 ? (
        <p className={styles.quiet}>{`${lossText(concerned)} This cannot be undone.`}</p>
      ) : null}
      {unreached === null ? null : (
        <>
          <p className={styles.quiet}>{unreached}</p>
          <ChoicePicker
            label={receivers.length === 1 ? 'While it is not online' : 'Receivers that are not online'}
            items={waits}
            value={wait}
            onChoose={setWait}
            width="100%"
          />
        </>
      )}
      {receivers.length === 1 ? null : (
        <ul className={styles.names} aria-label="Receivers">
          {receivers.map((rx) => (
            <li key={rx.id}>{isReachable(rx) ? rx.alias : `${rx.alias} (${rx.enabled ? 'not online' : 'disabled'})`}</li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
