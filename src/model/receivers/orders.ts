import { type Sort, byName, columnLabels } from './columns.ts';
import type { ReceiversState } from './receivers-address.ts';

type Ordered = Pick<ReceiversState, 'group' | 'sort'>;

/** The orders that the list offers: grouped by site, or one list sorted by a column (FLEET-15). */
export const orders = [
  { id: 'sites', name: 'By site' },
  { id: 'memory', name: 'Fullest first', sort: { by: 'memory', direction: 'descending' } },
  { id: 'voltage', name: 'Lowest voltage first', sort: { by: 'voltage', direction: 'ascending' } },
  { id: 'heard', name: 'Longest silent first', sort: { by: 'heard', direction: 'ascending' } },
  { id: 'name', name: 'By name', sort: byName },
] as const satisfies readonly { id: string; name: string; sort?: Sort }[];

/** Returns the id of the list's current order; 'column' for one list sorted by any other column. */
export function orderOf({ group, sort }: Ordered): string {
  if (group === 'site') return 'sites';
  const found = orders.find((order) => 'sort' in order && order.sort.by === sort.by && order.sort.direction === sort.direction);
  return found?.id ?? 'column';
}

/** Returns the orders to offer, including the current one. */
export function orderChoices(state: Ordered): readonly { id: string; name: string }[] {
  const choices = orders.map(({ id, name }) => ({ id, name }));
  if (orderOf(state) !== 'column') return choices;
  return [...choices, { id: 'column', name: `By ${columnLabels[state.sort.by].toLowerCase()}` }];
}

/** Applies an order to the list's state; 'By site' leaves the sorting as it is. */
export function inOrder(state: Ordered, id: string): Ordered {
  const order = orders.find((each) => each.id === id);
  if (order === undefined) return state;
  return 'sort' in order ? { group: 'none', sort: order.sort } : { group: 'site', sort: state.sort };
}
