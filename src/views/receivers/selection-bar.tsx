import { Item, Menu } from '@adobe/react-spectrum/Menu';
import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { shallowEqual } from '@xstate/react';
import { offeredCommands } from '../../model/commands/command-words.ts';
import { receiversBySite } from '../../model/journal/read-models/fleet-selectors.ts';
import { areHeard } from '../../model/receivers/columns.ts';
import { hiddenCount } from '../../model/receivers/receiver-rows.ts';
import { plainList, type ReceiversState } from '../../model/receivers/receivers-address.ts';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { TableBar } from '../controls/table-bar.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useCommandItems } from './use-commands.ts';
import { named, useReceiversScreen } from './receivers-screen.tsx';

type ChangeAddress = (next: (before: ReceiversState) => ReceiversState, how?: 'push' | 'replace') => void;

/** Returns the state of the list, changed to show only the selected receivers. */
function showSelected(before: ReceiversState): ReceiversState {
  return { ...before, search: plainList.search, show: plainList.show, only: before.selected };
}

/** Says how many receivers are selected, and how many of those are not shown (FLEET-11), and acts on them. */
export function SelectionBar({ state, changeAddress }: { state: ReceiversState; changeAddress: ChangeAddress }) {
  const { receivers, editable, command, snooze } = useReceiversScreen();
  const chosen = useReadModel(({ fleet }) => state.selected.flatMap((id) => fleet.receivers[id] ?? []), shallowEqual);
  const groups = useReadModel(({ fleet }) => receiversBySite(fleet));
  const sites = groups.flatMap(({ site }) => site ?? []);
  const hidden = useReadModel(({ fleet }) => hiddenCount(fleet, state));
  const items = useCommandItems(chosen);
  if (chosen.length === 0) return null;
  const open = (action: 'copy' | 'delete') => receivers.send({ type: 'task.open', action, receivers: chosen.map(named) });
  return (
    <TableBar
      label="Selected receivers"
      text={hidden === 0 ? `${chosen.length} selected` : `${chosen.length} selected, ${hidden} not shown`}
      action="Clear selection"
      onAction={() => changeAddress((before) => ({ ...before, selected: [] }))}
    >
      {hidden === 0 ? null : <Button onPress={() => changeAddress(showSelected)}>Show selected</Button>}
      {editable ? (
        <>
          <Button onPress={() => changeAddress((before) => ({ ...before, batch: true }))}>Batch edit</Button>
          <MenuTrigger>
            <Greyed why={sites.length === 0 ? 'No sites yet' : null}>
              <Button>Move to</Button>
            </Greyed>
            <Menu
              items={sites}
              onAction={(key) => {
                const site = sites.find(({ id }) => String(id) === String(key));
                const others = chosen.filter(({ SiteId }) => SiteId !== site?.id);
                if (site === undefined || others.length === 0) return;
                receivers.send({
                  type: 'task.begin',
                  action: 'move',
                  receivers: others.map(named),
                  siteId: site.id,
                  siteName: site.alias,
                });
              }}
            >
              {(site) => <Item key={site.id}>{site.alias}</Item>}
            </Menu>
          </MenuTrigger>
          <Button onPress={() => open('copy')}>Copy</Button>
        </>
      ) : null}
      <MenuTrigger>
        <Button>Command</Button>
        <Menu
          items={items}
          disabledKeys={items.flatMap(({ id, isDisabled }) => (isDisabled ? [id] : []))}
          onAction={(key) => {
            const commandType = offeredCommands.find((each) => each === key);
            if (commandType !== undefined) command({ commandType, rxIds: chosen.map(({ id }) => id) });
          }}
        >
          {(item) => <Item key={item.id}>{item.name}</Item>}
        </Menu>
      </MenuTrigger>
      {snooze === null ? null : <Button onPress={() => snooze(chosen.map(named))}>Snooze</Button>}
      {editable ? (
        <Button rank="destructive" onPress={() => open('delete')}>
          {areHeard(chosen) ? 'Retire' : 'Delete'}
        </Button>
      ) : null}
    </TableBar>
  );
}
