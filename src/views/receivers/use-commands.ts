import { useSelector } from '@xstate/react';
import { type LiveCommands, isUnderWay } from '../../machines/commands/live-commands.ts';
import { hindrance } from '../../model/commands/command-reach.ts';
import { commandNames, offeredCommands } from '../../model/commands/command-words.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { useReceiversScreen } from './receivers-screen.tsx';

const none: LiveCommands = {};

/** The lines of a menu of commands to these receivers; one that cannot be sent says why (SEND-6). */
export function useCommandItems(receivers: readonly Receiver[]): { id: string; name: string; isDisabled: boolean }[] {
  const { commands, editable } = useReceiversScreen();
  const live = useSelector(commands, (snapshot) => snapshot?.context.live) ?? none;
  const right = { id: 'right', name: 'Commands take the role Researcher', isDisabled: true };
  const items = offeredCommands.map((id) => {
    const underWay = receivers.filter((rx) => isUnderWay(live, rx.id, id)).length;
    const why = editable ? hindrance(id, receivers, underWay) : null;
    return { id, name: why === null ? commandNames[id] : `${commandNames[id]} (${why})`, isDisabled: !editable || why !== null };
  });
  return editable ? items : [right, ...items];
}
