import { expect, test } from 'vitest';
import type { Fact } from '#model/journal/facts.ts';
import { timelineModel } from '#model/receivers/timeline.ts';

const fold = (facts: readonly Fact[]) => facts.reduce(timelineModel.fold, timelineModel.initial).starts;
const reported = (state: number, ts: number): Fact => ({ type: 'receiver.stateChanged', rxId: 1, state, ts });
const loaded: Fact = {
  type: 'timeline.loaded',
  states: [
    { rxId: 1, state: 4, ts: 1_000 },
    { rxId: 1, state: 0, ts: 2_000 },
    { rxId: 2, state: 4, ts: 1_000 },
  ],
};
const first = [
  { status: 4, from: 1_000 },
  { status: 0, from: 2_000 },
];

test('a state that is reported is in the strip, whether it comes before the load, meanwhile or after (FLEET-10)', () => {
  const one = [...first, { status: 4, from: 3_000 }];
  expect(fold([loaded, reported(4, 3_000)])[1]).toEqual(one);
  expect(fold([reported(4, 3_000), loaded])[1]).toEqual(one);
  expect(fold([reported(4, 3_000), loaded, reported(4, 3_000)])[1]).toEqual(one);
  expect(fold([loaded, reported(4, 3_000)])[2]).toEqual([{ status: 4, from: 1_000 }]);
});

test('what is loaded again after a while without a line has the states that were missed', () => {
  const again: Fact = {
    type: 'timeline.loaded',
    states: [...first, { status: 1, from: 2_500 }].map(({ status, from }) => ({ rxId: 1, state: status, ts: from })),
  };
  expect(fold([loaded, reported(4, 3_000), again])[1]).toEqual([
    ...first,
    { status: 1, from: 2_500 },
    { status: 4, from: 3_000 },
  ]);
});

test('a report that changes nothing leaves the strips as they are', () => {
  const before = timelineModel.fold(timelineModel.initial, loaded);
  expect(timelineModel.fold(before, reported(0, 3_000))).toBe(before);
  expect(timelineModel.fold(before, reported(4, 1_500))).toBe(before);
});

test('a state that is reported before the strips are loaded claims no strip, and what was loaded stays so (FLEET-10)', () => {
  const isLoaded = (facts: readonly Fact[]) => facts.reduce(timelineModel.fold, timelineModel.initial).isLoaded;
  expect(isLoaded([])).toBe(false);
  expect(isLoaded([reported(4, 3_000)])).toBe(false);
  expect(isLoaded([reported(4, 3_000), loaded])).toBe(true);
  expect(isLoaded([loaded, reported(4, 3_000)])).toBe(true);
});
