import { MenuTrigger } from '@adobe/react-spectrum/MenuTrigger';
import { TextField } from '@adobe/react-spectrum/TextField';
import { columnIds, columnLabels } from '../../model/receivers/columns.ts';
import { inOrder, orderChoices, orderOf } from '../../model/receivers/orders.ts';
import { isUnfiltered } from '../../model/receivers/receiver-rows.ts';
import { plainList, type ReceiversState, type ShownKind } from '../../model/receivers/receivers-address.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { SortPicker } from '../controls/sort-picker.tsx';
import { useMedia } from '../controls/use-media.ts';
import { useReadModel } from '../session/session-actors.tsx';
import { ReceiverFilter } from './receiver-filter.tsx';
import { SelectMenu } from './select-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import styles from './toolbar.module.css';

type ChangeAddress = (next: (before: ReceiversState) => ReceiversState, how?: 'push' | 'replace') => void;
type Props = {
  state: ReceiversState;
  changeAddress: ChangeAddress;
  /** On a phone, hides search and filters until they are opened. */
  isFolded: boolean;
};

const kinds: readonly { id: ShownKind; name: string }[] = [
  { id: 'all', name: 'All' },
  { id: 'online', name: 'Online' },
  { id: 'warning', name: 'With a warning' },
  { id: 'trouble', name: 'With problems' },
  { id: 'offline', name: 'Offline' },
  { id: 'lowMemory', name: 'Low on memory' },
  { id: 'disabled', name: 'Disabled' },
];
const sorts = columnIds.map((id) => ({ id, label: columnLabels[id] }));

/** Searches, filters, selects and acts on the selection. All of it is in the address. */
export function ReceiversToolbar({ state, changeAddress, isFolded }: Props) {
  const isCards = useMedia('(width < 900px)');
  const total = useReadModel(({ fleet }) => Object.keys(fleet.receivers).length);
  const filter = (chosen: Partial<ReceiversState>): void => changeAddress((before) => ({ ...before, ...chosen }), 'replace');
  const selection = state.selected.length === 0 ? null : <SelectionBar state={state} changeAddress={changeAddress} />;
  if (isCards && isFolded) return selection;
  return (
    <>
      <div className={styles.toolbar}>
        <TextField
          label="Search"
          type="search"
          value={state.search}
          onChange={(search) => filter({ search })}
          width="size-2400"
          maxLength={100}
        />
        <ChoicePicker label="Show" items={kinds} value={state.show} onChoose={(show) => filter({ show })} width="size-2000" />
        <ReceiverFilter only={state.only} onChoose={(only) => filter({ only })} />
        <ChoicePicker
          label="Order"
          items={orderChoices(state)}
          value={orderOf(state)}
          onChoose={(order) => filter(inOrder(state, order))}
          width="size-2000"
        />
        {isCards ? <SortPicker columns={sorts} sort={state.sort} onChange={(sort) => filter({ sort })} /> : null}
        {isUnfiltered(state) ? null : (
          <Button onPress={() => filter({ search: plainList.search, show: plainList.show, only: plainList.only })}>
            Clear filters
          </Button>
        )}
        <span className={styles.toolbarEnd} />
        <MenuTrigger>
          <Greyed why={total === 0 ? 'No receivers yet' : null}>
            <Button>Select</Button>
          </Greyed>
          <SelectMenu state={state} changeAddress={changeAddress} />
        </MenuTrigger>
        {isCards ? null : (
          <Button onPress={() => filter({ density: state.density === 'compact' ? 'comfortable' : 'compact' })}>
            {state.density === 'compact' ? 'Comfortable rows' : 'Compact rows'}
          </Button>
        )}
      </div>
      {selection}
    </>
  );
}
