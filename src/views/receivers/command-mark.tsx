import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { CommandRef } from '../../machines/command/command-machine.ts';
import { errorText, commandNames, statusText, unsureText } from '../../model/commands/command-words.ts';
import type { CommandStatus } from '../../model/entities/command.ts';
import { type StatusLook, StatusMark } from '../controls/status-mark.tsx';
import { useReceiversScreen } from './receivers-screen.tsx';
import styles from './commands.module.css';

/**
 * Shows a receiver's commands that are running or have just ended, after its state (`children`). In the list,
 * where space is short, they replace the state.
 */
export function CommandMark({ rxId, isShort, children }: { rxId: number; isShort: boolean; children: ReactNode }) {
  const { commands } = useReceiversScreen();
  const live = useSelector(commands, (snapshot) => snapshot?.context.live[rxId]);
  if (live === undefined) return children;
  return (
    <>
      {isShort ? null : children}
      <span className={styles.marks} data-short={isShort}>
        {Object.values(live).map(({ commandId, ref, isAnnounced }) => (
          <Mark key={commandId} command={ref} isShort={isShort} isAnnounced={isAnnounced} />
        ))}
      </span>
    </>
  );
}

/**
 * Announces to screen readers only a command that the person sent by itself: a batch announces its progress
 * instead.
 */
function Mark({ command, isShort, isAnnounced }: { command: CommandRef; isShort: boolean; isAnnounced: boolean }) {
  const look = useSelector(command, lookOf);
  const word = useSelector(command, wordOf);
  const text = useSelector(command, textOf);
  return (
    <span className={styles.mark} role={isAnnounced ? 'status' : undefined} title={text}>
      {isShort ? <StatusMark status={look} text={word} spoken={text} /> : <StatusMark status={look} text={text} />}
    </span>
  );
}

type Snapshot = ReturnType<CommandRef['getSnapshot']>;

function lookOf(snapshot: Snapshot): StatusLook {
  if (snapshot.hasTag('failed')) return 'offline';
  if (snapshot.hasTag('unsure')) return 'warning';
  return snapshot.hasTag('completed') ? 'online' : 'rebooting';
}

function wordOf(snapshot: Snapshot): string {
  const { attemptNumber } = snapshot.context;
  if (snapshot.hasTag('unsure')) return 'Not known';
  return statusText({ status: statusOf(snapshot), attemptNumber });
}

function statusOf(snapshot: Snapshot): CommandStatus {
  if (snapshot.hasTag('failed')) return 'failed';
  if (snapshot.hasTag('completed')) return 'completed';
  if (snapshot.matches({ underWay: 'retrying' })) return 'retrying';
  return snapshot.matches('underWay') ? 'executing' : 'pending';
}

/** Returns text such as 'Reboot: Failed, No answer in time'. */
function textOf(snapshot: Snapshot): string {
  const { commandType, error } = snapshot.context;
  const why = errorText({ status: statusOf(snapshot), error });
  const said = snapshot.hasTag('unsure') ? unsureText : wordOf(snapshot);
  return `${commandNames[commandType]}: ${said}${why === null ? '' : `, ${why}`}`;
}
