import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { Button } from '../controls/button.tsx';

type Action = { name: string; act: () => void };

/** Holds a page's secondary actions in one button on a phone. */
export function MoreMenu({ actions }: { actions: readonly Action[] }) {
  return (
    <MenuTrigger>
      <Button>More</Button>
      <Menu items={actions} onAction={(key) => actions.find(({ name }) => name === key)?.act()}>
        {({ name }) => <Item key={name}>{name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
