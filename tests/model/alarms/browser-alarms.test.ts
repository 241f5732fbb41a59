import { expect, test } from 'vitest';
import { alarmWishes, isWished, shownAlarms, wishOf } from '#model/alarms/browser-alarms.ts';

const alarm = (id: number, AlarmCodeId: number, more: { rxId?: number } = {}) => ({
  id,
  AlarmCodeId,
  alias: 'Crest',
  siteName: 'Ridge',
  FormattedTime: '2026-06-01 12:00:00',
  ...more,
});

test.each([
  ['none', [], 'errors', [4101]],
  ['troubles', [3100, 4101], 'all', [2100, 3100, 4101]],
] as const)('%s shows %j and %s %j (ALM-23)', (one, ofOne, other, ofOther) => {
  const codes = [2100, 3100, 4101];
  const of = (wish: typeof one | typeof other) => codes.filter((AlarmCodeId) => isWished(wish, { AlarmCodeId }));
  expect([of(one), of(other)]).toEqual([ofOne, ofOther]);
});

test('an alarm of a snoozed receiver is never shown (ALM-12)', () => {
  expect(alarmWishes.some((wish) => isWished(wish, { AlarmCodeId: 4101, snoozed: true }))).toBe(false);
});

test('what this console did not keep is no wish', () => {
  expect([wishOf(null), wishOf('errors'), wishOf('everything')]).toEqual(['none', 'errors', 'none']);
});

test('each is shown once by its sentence, more than three at once as one (ALM-21)', () => {
  const system = { mitasId: 'lemhi', name: 'Lemhi' };
  const nameOf = (rxId: number) => (rxId === 7 ? 'Ridge 2' : null);
  expect(shownAlarms(system, [alarm(9, 4200, { rxId: 7 }), alarm(8, 4101)], nameOf)).toEqual([
    { tag: 'alarm lemhi 8', title: 'Lemhi', body: "'Crest' at 'Ridge' has gone offline." },
    { tag: 'alarm lemhi 9', title: 'Lemhi', body: "Beacon 'Crest' at 'Ridge' is silent at receiver 'Ridge 2'." },
  ]);
  const many = [5, 6, 7, 8].map((id) => alarm(id, 4101));
  expect(shownAlarms(system, many, nameOf)).toEqual([{ tag: 'alarm lemhi 8', title: 'Lemhi', body: '4 new alarms' }]);
  expect(shownAlarms(system, [], nameOf)).toEqual([]);
});
