import { expect, test } from 'vitest';
import { byName } from '#model/receivers/columns.ts';
import { inOrder, orderChoices, orderOf } from '#model/receivers/orders.ts';
import { plainList, receiversAddress } from '#model/receivers/receivers-address.ts';

test.each([
  ['sites', '', 'sites'],
  ['memory', '?sort=-memory&group=none', 'memory'],
  ['voltage', '?sort=voltage&group=none', 'voltage'],
  ['heard', '?sort=heard&group=none', 'heard'],
  ['name', '?group=none', 'name'],
])('the order %s is in the address as %s (FLEET-15)', (id, address, read) => {
  const state = { ...plainList, ...inOrder(plainList, id) };
  expect(receiversAddress.write(state)).toBe(address);
  expect(orderOf(receiversAddress.read(address).state)).toBe(read);
});

test('by site, the columns keep their order', () => {
  const fullest = inOrder(plainList, 'memory');
  expect(inOrder(fullest, 'sites')).toEqual({ group: 'site', sort: fullest.sort });
});

test('one list by another column is a choice of its own, that of the column', () => {
  const state = { group: 'none', sort: { by: 'status', direction: 'ascending' } } as const;
  expect(orderChoices(state).at(-1)).toEqual({ id: 'column', name: 'By status' });
  expect(inOrder(state, 'column')).toBe(state);
  expect(orderChoices({ group: 'none', sort: byName }).map(({ id }) => id)).not.toContain('column');
});
