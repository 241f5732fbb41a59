import { expect, test } from 'vitest';
import { activityUnknownTexts, noActivityFilters } from '#model/activity/activity-filters.ts';
import { firstPage } from '#model/activity/activity-list.ts';
import { unknownIdTexts } from '#model/journal/unknown-ids.ts';
import { activityPage } from '../../support/change-samples.ts';
import { receiver } from '../../support/fleet-samples.ts';

const fleet = { loaded: true, receivers: { 7: receiver({ id: 7 }) }, sites: {} };
const receiver99 = '‘rxId=99’ is ignored: there is no receiver 99 in this system';

test('ids that nothing has are said, each by itself; none before the fleet is known (NAV-20)', () => {
  expect(unknownIdTexts('rxId', 'receiver', [7, 99], fleet)).toEqual([receiver99]);
  expect(unknownIdTexts('id', 'site', [3], fleet)).toEqual(['‘id=3’ is ignored: there is no site 3 in this system']);
  expect(unknownIdTexts('rxId', 'receiver', [99], { ...fleet, loaded: false })).toEqual([]);
  // Contacts of a receiver that has since been deleted can still be filtered.
  expect(unknownIdTexts('rxId', 'receiver', [98, 99], fleet, [98])).toEqual([receiver99]);
});

test('on Activity a thing that has changes is known, though it may be gone; a person by what they changed (NAV-20)', () => {
  const some = firstPage(activityPage(7, [7]));
  const none = firstPage(activityPage(7, []));
  const gone = { ...noActivityFilters, entity: 'receiver', id: 99 } as const;
  expect(activityUnknownTexts(gone, some, fleet)).toEqual([]);
  expect(activityUnknownTexts(gone, null, fleet)).toEqual([]);
  expect(activityUnknownTexts(gone, none, fleet)).toEqual([receiver99.replace('rxId', 'id')]);
  expect(activityUnknownTexts({ ...gone, id: 7 }, none, fleet)).toEqual([]);
  const member = { ...gone, entity: 'member' } as const;
  expect(activityUnknownTexts(member, none, fleet)).toEqual([
    '‘id=99’ is ignored: nothing was changed of a person 99 in this system',
  ]);
  expect(activityUnknownTexts(member, some, fleet)).toEqual([]);
  // While another filter hides a person's changes, it is unknown whether the person exists.
  expect(activityUnknownTexts({ ...member, by: 0 }, none, fleet)).toEqual([]);
  expect(activityUnknownTexts({ ...member, from: 0 }, none, fleet)).toEqual([]);
  expect(activityUnknownTexts({ ...member, to: 1 }, none, fleet)).toEqual([]);
  expect(activityUnknownTexts({ ...gone, entity: 'system' }, none, fleet)).toEqual([]);
  const { id = 0 } = some.people[0] ?? {};
  expect(activityUnknownTexts({ ...member, id }, { ...none, people: some.people }, fleet)).toEqual([]);
  expect(activityUnknownTexts({ ...noActivityFilters, by: id }, some, fleet)).toEqual([]);
  expect(activityUnknownTexts({ ...noActivityFilters, by: 0 }, none, fleet)).toEqual([]);
  expect(activityUnknownTexts({ ...noActivityFilters, by: 4711 }, some, fleet)).toEqual([
    '‘by=4711’ is ignored: no person 4711 has changed anything in this system',
  ]);
});
