import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { exploredStream } from '../../model/explorer/opened-by.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import type { ReceiverLooks } from '../../model/entities/receiver.ts';
import type { StreamSettings } from '../../model/live/live-settings.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { explorerLink } from '../../model/statistics/explorer-link.ts';
import { Button } from '../controls/button.tsx';
import { useReadModel } from '../session/session-actors.tsx';

/** The key of the item that says that no receiver was heard. */
const nobody = -1;

/** Opens the shown time in the contact explorer, for a receiver that was heard in it (EXP-1). */
export function ExploreMenu(props: {
  settings: Pick<StreamSettings, 'filters' | 'groupBy'>;
  shown: () => { span: { from: number; to: number }; rxIds: readonly number[] };
  receivers: ReceiverLooks;
}) {
  const [, navigate] = useLocation();
  const mitasId = useReadModel(({ account }) => selectedSystem(account)?.mitasId ?? '');
  // Set when the menu opens, and then kept: names that move under the pointer could not be pressed.
  const [rxIds, setRxIds] = useState<readonly number[]>([]);
  const items = rxIds.map((id) => ({ id, name: props.receivers.get(id)?.alias ?? `Receiver ${id}` }));
  const shown = items.length === 0 ? [{ id: nobody, name: 'No contacts in this period' }] : items;
  const open = (rxId: number): void => {
    const { from, to } = props.shown().span;
    const explored = exploredStream(rxId, props.settings, { from: Math.floor(from), to: Math.ceil(to) });
    navigate(`${screenUrl(mitasId, 'receivers/stats')}${explorerLink(explored, 'hour')}`);
  };
  return (
    <MenuTrigger onOpenChange={(isOpen) => (isOpen ? setRxIds(props.shown().rxIds) : undefined)}>
      <Button>Explore</Button>
      <Menu items={shown} disabledKeys={[nobody]} aria-label="Receivers to explore" onAction={(key) => open(Number(key))}>
        {(item) => <Item>{item.name}</Item>}
      </Menu>
    </MenuTrigger>
  );
}
