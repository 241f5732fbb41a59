import { type Sort, byName, columnLabels } from './columns.ts';
import type { ReceiversState } from './receivers-address.ts';

type Ordered = Pick<ReceiversState, 'group' | 'sort'>;

/** In which order receivers are listed, as one choice: by site, or all in one list (FLEET-15). */
export const orders = [
  { id: 'sites', name: 'By site' },
  { id: 'memory', name: 'Fullest first', sort: { by: 'memory', direction: 'descending' } },
  { id: 'voltage', name: 'Lowest voltage first', sort: { by: 'voltage', direction: 'ascending' } },
  { id: 'heard', name: 'Longest silent first', sort: { by: 'heard', direction: 'ascending' } },
  { id: 'name', name: 'By name', sort: byName },
] as const satisfies readonly { id: string; name: string; sort?: Sort }[];

/** Which of the orders a list is in; 'column' where one list is sorted by a column that is none of them. */
export function orderOf({ group, sort }: Ordered): string {
  if (group === 'site') return 'sites';
  const found = orders.find((order) => 'sort' in order && order.sort.by === sort.by && order.sort.direction === sort.direction);
  return found?.id ?? 'column';
}

/** What may be chosen, with the present order among it. */
export function orderChoices(state: Ordered): readonly { id: string; name: string }[] {
  const choices = orders.map(({ id, name }) => ({ id, name }));
  if (orderOf(state) !== 'column') return choices;
  return [...choices, { id: 'column', name: `By ${columnLabels[state.sort.by].toLowerCase()}` }];
}

/** The list in a chosen order; back by site, its columns keep theirs. */
export function inOrder(state: Ordered, id: string): Ordered {
  const order = orders.find((each) => each.id === id);
  if (order === undefined) return state;
  return 'sort' in order ? { group: 'none', sort: order.sort } : { group: 'site', sort: state.sort };
}
