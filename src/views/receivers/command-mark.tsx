import { useSelector } from '@xstate/react';
import type { CommandRef } from '../../machines/command/command-machine.ts';
import { errorText, commandNames, statusText, unsureText } from '../../model/commands/command-words.ts';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import styles from './commands.module.css';

/** How the commands stand that are under way to a receiver, or have just ended. */
export function CommandMark({ rxId }: { rxId: number }) {
  const { commands } = useReceiversScreen();
  const live = useSelector(commands, (snapshot) => snapshot?.context.live[rxId]);
  if (live === undefined) return null;
  return (
    <span className={styles.marks} role="status">
      {Object.values(live).map(({ commandId, ref }) => (
        <Mark key={commandId} command={ref} />
      ))}
    </span>
  );
}

function Mark({ command }: { command: CommandRef }) {
  const name = useSelector(command, ({ context }) => commandNames[context.commandType]);
  const look = useSelector(command, (snapshot): StatusLook =>
    snapshot.hasTag('failed')
      ? 'offline'
      : snapshot.hasTag('unsure')
        ? 'warning'
        : snapshot.hasTag('completed')
          ? 'online'
          : 'rebooting',
  );
  const text = useSelector(command, (snapshot) => {
    const { attemptNumber, error } = snapshot.context;
    if (snapshot.hasTag('unsure')) return unsureText;
    if (snapshot.hasTag('failed')) return `failed: ${errorText({ status: 'failed', error }) ?? ''}`;
    const status = snapshot.hasTag('completed')
      ? 'completed'
      : snapshot.matches('retrying')
        ? 'retrying'
        : snapshot.matches('executing')
          ? 'executing'
          : 'pending';
    return statusText({ status, attemptNumber }).toLowerCase();
  });
  return (
    <span className={styles.mark} title={`${name}: ${text}`}>
      <StatusMark status={look} text={`${name}: ${text}`} />
    </span>
  );
}
