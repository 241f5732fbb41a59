import { offeredCommands } from '../../model/commands/command-words.ts';
import { useCommandItems } from './use-commands.ts';
import type { Receiver } from '../../model/entities/receiver.ts';
import { useReceiversScreen } from './receivers-screen.tsx';
import { Item, RowMenu } from './row-menus.tsx';

/** The commands to one receiver. A disabled one says why it cannot be sent. */
export function CommandMenu({ receiver, onClose }: { receiver: Receiver; onClose: () => void }) {
  const { command } = useReceiversScreen();
  const items = useCommandItems([receiver]);
  return (
    <RowMenu
      label={`Commands to ${receiver.alias}`}
      onAction={(key) => {
        const commandType = offeredCommands.find((each) => each === key);
        onClose();
        if (commandType !== undefined) command({ commandType, rxIds: [receiver.id] });
      }}
    >
      {items.map(({ id, name, isDisabled }) => (
        <Item key={id} id={id} isDisabled={isDisabled} isDestructive={id === 'rxEraseMemory'}>
          {name}
        </Item>
      ))}
    </RowMenu>
  );
}
