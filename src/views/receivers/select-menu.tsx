import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { shallowEqual } from '@xstate/react';
import { shown } from '../../machines/journal/journal-selectors.ts';
import { type Choice, chosenIds } from '../../model/receivers/receiver-rows.ts';
import type { ReceiversState } from '../../model/receivers/receivers-address.ts';
import { useReadModel, useSession } from '../session/session-actors.tsx';

const choices = [
  { id: 'shown', name: 'All shown' },
  { id: 'offline', name: 'All offline' },
  { id: 'lowMemory', name: 'All low on memory' },
] as const satisfies readonly { id: Choice; name: string }[];

/**
 * Selects several receivers at once. Each choice says how many it selects, and is disabled if that is none.
 */
export function SelectMenu(props: {
  state: ReceiversState;
  changeAddress: (next: (before: ReceiversState) => ReceiversState) => void;
}) {
  const { state, changeAddress } = props;
  const { journal } = useSession();
  const counts = useReadModel(({ fleet }) => choices.map(({ id }) => chosenIds(fleet, state, id).length), shallowEqual);
  const items = choices.map(({ id, name }, at) => ({ id, name: `${name} (${counts[at]})` }));
  return (
    <Menu
      items={[...items, { id: 'none', name: 'None' }]}
      disabledKeys={choices.flatMap(({ id }, at) => (counts[at] === 0 ? id : []))}
      onAction={(key) => {
        const { fleet } = shown(journal.getSnapshot());
        changeAddress((before) => ({ ...before, selected: chosenIds(fleet, before, key as Choice) }));
      }}
    >
      {(item) => <Item>{item.name}</Item>}
    </Menu>
  );
}
