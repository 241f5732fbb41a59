import { useState } from 'react';
import { Button } from '../../../src/views/controls/button.tsx';
import { type DataColumn, DataTable } from '../../../src/views/controls/data-table.tsx';
import type { TableState } from '../../../src/model/tables/table-address.ts';
import { say } from './said.ts';

type Weighed = { id: number; name: string; weight: number | null; lost?: string; found?: string };

export type TableStoryProps = {
  rows: readonly Weighed[];
  /** Whether rows can be selected. */
  isChosenFrom?: boolean;
  hasActions?: boolean;
  busyId?: number;
  newId?: number;
  isTall?: boolean;
  /** Whether the table has two columns that fold while they are empty. */
  hasFold?: boolean;
  start?: Partial<TableState>;
};

const columns: readonly [DataColumn<Weighed>, ...DataColumn<Weighed>[]] = [
  { id: 'name', label: 'Name', text: ({ name }) => name },
  {
    id: 'weight',
    label: 'Weight (g)',
    text: ({ weight }) => String(weight ?? 'N/a'),
    alone: ({ weight }) => (weight === null ? 'N/a' : `${weight} g`),
    sortBy: ({ weight }) => weight,
    isNumber: true,
  },
];

const folding: readonly DataColumn<Weighed>[] = [
  { id: 'lost', label: 'Lost', text: ({ lost = '' }) => lost, fold: 'Missing' },
  { id: 'found', label: 'Found', text: ({ found = '' }) => found, fold: 'Missing' },
];
const withFold: typeof columns = [columns[0], ...folding, ...columns.slice(1)];

const plain: TableState = { search: '', sort: { by: 'name', direction: 'ascending' }, page: 1, size: 10, selected: [] };

/** A table that keeps its state and reports how each change would be written to the address. */
export function TableStory({
  rows,
  isChosenFrom = true,
  hasActions = true,
  hasFold = false,
  isTall = false,
  busyId,
  newId,
  start,
}: TableStoryProps) {
  const [state, setState] = useState<TableState>({ ...plain, ...start });
  return (
    <DataTable
      label="Animals"
      columns={hasFold ? withFold : columns}
      rows={rows}
      state={state}
      busyId={busyId ?? null}
      newId={newId ?? null}
      isTall={isTall}
      onChange={(next, how) => {
        setState(next);
        say(how ?? 'push', next(state));
      }}
      empty={<p>Nothing yet</p>}
      chosen={isChosenFrom ? { actions: (ids) => <Button onPress={() => say('delete', ids)}>Delete</Button> } : null}
      rowActions={hasActions ? ({ id, name }) => <Button onPress={() => say('edit', id)}>{`Edit ${name}`}</Button> : null}
      toolbar={<Button onPress={() => say('add')}>Add</Button>}
    />
  );
}
