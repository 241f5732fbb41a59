import { useSelector } from '@xstate/react';
import { isUnderWay, updatesUnderWay } from '../../machines/commands/live-commands.ts';
import { hindrance } from '../../model/commands/command-reach.ts';
import { commandNames, offeredCommands } from '../../model/commands/command-words.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { useReceiversScreen } from './receivers-screen.tsx';

/**
 * Returns the menu items for commands to these receivers. A command that cannot be sent says why (SEND-6).
 */
export function useCommandItems(receivers: readonly Receiver[]): { id: string; name: string; isDisabled: boolean }[] {
  const { commands, editable, hindered } = useReceiversScreen();
  // Select one text, so that hundreds of commands can begin and end without redrawing the menu.
  const underWay = useSelector(commands, (snapshot) => {
    const live = snapshot?.context.live;
    if (live === undefined) return '';
    return offeredCommands.filter((type) => receivers.every((rx) => isUnderWay(live, rx.id, type))).join();
  }).split(',');
  const updates = useSelector(commands, (snapshot) => (snapshot === undefined ? 0 : updatesUnderWay(snapshot.context.live)));
  const right = {
    id: 'right',
    name:
      hindered === 'expired' ? 'This system has expired and takes no commands' : 'You need the Researcher role to send commands',
    isDisabled: true,
  };
  const items = offeredCommands.map((id) => {
    const why = editable ? hindrance(id, receivers, underWay.includes(id), updates) : null;
    return { id, name: why === null ? commandNames[id] : `${commandNames[id]} (${why})`, isDisabled: !editable || why !== null };
  });
  return editable ? items : [right, ...items];
}
