import { describe, expect, test } from 'vitest';
import { listAtSite, plainList, receiversAddress, type ReceiversState } from '#model/receivers/receivers-address.ts';
import { receiversLink } from '#model/receivers/receivers-link.ts';

/** FLEET-3: search, filters, order, density, selection and open dialogs are in the address. */
describe('the address of the receivers (FLEET-3)', () => {
  const states: [search: string, state: Partial<ReceiversState>][] = [
    ['', {}],
    ['?search=north+ridge', { search: 'north ridge' }],
    ['?show=offline&only=3,4', { show: 'offline', only: [3, 4] }],
    ['?sort=-voltage&density=compact', { sort: { by: 'voltage', direction: 'descending' }, density: 'compact' }],
    ['?sort=-name', { sort: { by: 'name', direction: 'descending' } }],
    ['?selected=7,9&batch=1', { selected: [7, 9], batch: true }],
    ['?receiver=12', { receiver: 12 }],
    ['?edit=12', { edit: 12 }],
    ['?retired=1', { retired: true }],
    ['?commands=1', { commands: true }],
    ['?commands=1&by=people', { commands: true, by: 'people' }],
  ];
  test.each(states)('%s is read and written', (search, state) => {
    expect(receiversAddress.read(search)).toEqual({ state: { ...plainList, ...state }, refused: [] });
    expect(receiversAddress.write({ ...plainList, ...state })).toBe(search);
  });

  test.each([
    ['?show=most', '‘show=most’ is ignored: show must be online, warning, trouble, offline, lowMemory, disabled'],
    ['?selected=Crest', '‘selected=Crest’ is ignored: selected must be numbers of receivers'],
    ['?sort=weight', '‘sort=weight’ is ignored'],
    ['?receiver=0', '‘receiver=0’ is ignored'],
    ['?batch=yes', '‘batch=yes’ is ignored'],
    ['?by=host', '‘by=host’ is ignored: by must be people'],
  ])('%s is left out, and said', (search, sentence) => {
    const { state, refused } = receiversAddress.read(search);
    expect(state).toEqual(plainList);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain(sentence);
  });

  test('of a list the numbers that can be read are kept, each once', () => {
    const { state, refused } = receiversAddress.read('?selected=3,x,3,5');
    expect(state.selected).toEqual([3, 5]);
    expect(refused).toHaveLength(1);
  });
});

test.each([{ receiver: 12 }, { show: 'offline' }, { only: [3, 4] }, {}] as const)(
  'a link with %j says it as the address does',
  (part) => {
    expect(receiversLink(part)).toBe(receiversAddress.write({ ...plainList, ...part }));
  },
);

test('the list at a site has the search for its name and no other filter (FLEET-17)', () => {
  const before = receiversAddress.read('?receiver=4&show=offline&only=3&search=l&selected=3&sort=-voltage').state;
  expect(receiversAddress.write(listAtSite(before, 'North ridge'))).toBe('?search=North+ridge&sort=-voltage&selected=3');
});
