import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ActivityFilters, isAsked, noActivityFilters } from '#model/activity/activity-filters.ts';
import {
  type ActivityList,
  type ActivityPage,
  firstPage,
  hasOlder,
  isBehind,
  isUndone,
  maxShownChanges,
  withHeard,
  withNewest,
  withOlder,
  withReceived,
} from '#model/activity/activity-list.ts';
import type { Change } from '#model/changes/change.ts';
import { activityPage, renaming } from '../../support/change-samples.ts';

const revisions = (list: ActivityList): number[] => list.changes.map(({ revision }) => revision);

describe('the list of Activity (CHG-21)', () => {
  const list = firstPage(activityPage(7, [7, 6], { more: true }));

  test('what is heard next stands on top, with its person; what is not asked for only moves it on', () => {
    const bo = { id: 9, name: 'Bo' };
    const after = withHeard(list, 'one', renaming(8, { by: bo }), noActivityFilters);
    expect(revisions(after)).toEqual([8, 7, 6]);
    expect(after.people).toContainEqual(bo);
    const passed = withHeard(list, 'one', renaming(8), { ...noActivityFilters, by: 9 });
    expect(revisions(passed)).toEqual([7, 6]);
    expect(isBehind(passed)).toBe(false);
  });

  test('what came before changes nothing', () => {
    expect(revisions(withHeard(list, 'one', renaming(7), noActivityFilters))).toEqual([7, 6]);
    expect(isBehind(withHeard(list, 'one', renaming(3), noActivityFilters))).toBe(false);
  });

  test('a gap, another epoch or word of a later change is behind until the newest page is there', () => {
    for (const behind of [
      withHeard(list, 'one', renaming(9), noActivityFilters),
      withHeard(list, 'two', renaming(8), noActivityFilters),
      withReceived(list, { epoch: 'one', revision: 8 }),
    ]) {
      expect(isBehind(behind)).toBe(true);
      expect(revisions(behind)).toEqual([7, 6]);
      expect(isBehind(withNewest(behind, activityPage(9, [9, 8, 7], { epoch: behind.heard.epoch })))).toBe(false);
    }
    expect(withReceived(list, { epoch: 'one', revision: 7 }), 'a heartbeat that tells nothing new draws nothing again').toBe(
      list,
    );
  });

  test('a newest page joins what is there, or takes its place where it does not reach it', () => {
    const joined = withNewest(list, activityPage(9, [9, 8, 7], { more: true }));
    expect([revisions(joined), joined.more]).toEqual([[9, 8, 7, 6], true]);
    const apart = withNewest(list, activityPage(20, [20, 19], { more: true }));
    expect([revisions(apart), apart.more]).toEqual([[20, 19], true]);
    const restored = withNewest(list, activityPage(7, [7], { epoch: 'two' }));
    expect([revisions(restored), restored.more]).toEqual([[7], false]);
    const whole = withNewest(list, activityPage(8, [8]));
    expect([revisions(whole), whole.more], 'what the host no longer has goes').toEqual([[8], false]);
  });

  test('a page that is older than what was heard meanwhile takes nothing away', () => {
    const ahead = withHeard(list, 'one', renaming(8), noActivityFilters);
    const joined = withNewest(ahead, activityPage(7, [7, 6], { more: true }));
    expect(revisions(joined)).toEqual([8, 7, 6]);
    expect(joined.asOf.revision).toBe(8);
  });

  test('older ones stand behind, once each; those of another epoch tell that all is to be loaded again', () => {
    const older = withOlder(list, activityPage(8, [6, 5], { more: false }));
    expect([revisions(older), older.more]).toEqual([[7, 6, 5], false]);
    const foreign = withOlder(list, activityPage(2, [2], { epoch: 'two' }));
    expect([revisions(foreign), isBehind(foreign)]).toEqual([[7, 6], true]);
  });

  test('it is bounded: the oldest go, and are told to be there', () => {
    let long = firstPage(activityPage(1, [1]));
    for (let revision = 2; revision <= maxShownChanges + 5; revision++) {
      long = withHeard(long, 'one', renaming(revision), noActivityFilters);
    }
    expect(long.changes).toHaveLength(maxShownChanges);
    expect(long.more).toBe(true);
    expect(hasOlder(long), 'nor is it made longer by asking').toBe(false);
    expect(hasOlder(list)).toBe(true);
  });

  test('a change is undone by an undo that was not undone itself', () => {
    const undo = renaming(8, { undoes: 7 });
    const redo = renaming(9, { undoes: 8 });
    expect(isUndone({ changes: [renaming(7)] }, 7)).toBe(false);
    expect(isUndone({ changes: [undo, renaming(7)] }, 7)).toBe(true);
    expect(isUndone({ changes: [redo, undo, renaming(7)] }, 7)).toBe(false);
    expect(isUndone({ changes: [redo, undo, renaming(7)] }, 8)).toBe(true);
  });
});

/** Answers as a host with all these changes and pages of 4. */
function pageOf(all: readonly Change[], upTo: number, before: number | null, filters: ActivityFilters): ActivityPage {
  const asked = all
    .filter(({ revision }) => revision <= upTo && (before === null || revision < before))
    .filter((change) => isAsked(change, filters))
    .toReversed();
  return { epoch: 'one', revision: upTo, changes: asked.slice(0, 4), more: asked.length > 4, people: [] };
}

test('however it is heard, renewed and read further: what stands there is the newest of what the host has, without a gap', () => {
  const step = fc.record({ kind: fc.constantFrom('change', 'lose', 'renew', 'late', 'older'), by: fc.constantFrom(7, 9) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.constantFrom(null, 7), (steps, by) => {
      const filters = { ...noActivityFilters, by };
      const all: Change[] = [];
      let list = firstPage(pageOf(all, 0, null, filters));
      for (const { kind, by: author } of steps) {
        const head = all.length;
        if (kind === 'change' || kind === 'lose') {
          const change = renaming(head + 1, { by: { id: author, name: 'x' } });
          all.push(change);
          if (kind === 'change') list = withHeard(list, 'one', change, filters);
        } else if (kind === 'older') {
          const last = list.changes.at(-1)?.revision ?? null;
          if (list.more) list = withOlder(list, pageOf(all, head, last, filters));
        } else {
          list = withNewest(list, pageOf(all, kind === 'late' ? Math.min(head, list.asOf.revision) : head, null, filters));
        }
        const expected = all.filter((change) => change.revision <= list.asOf.revision && isAsked(change, filters)).toReversed();
        expect(list.changes).toEqual(expected.slice(0, list.changes.length));
        expect(list.more).toBe(list.changes.length < expected.length);
      }
    }),
    { numRuns: 500 },
  );
});
