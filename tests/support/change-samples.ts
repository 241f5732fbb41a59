import type { ActivityPage } from '#model/activity/activity-list.ts';
import type { Change } from '#model/changes/change.ts';

/** Returns one change of a system: a person renamed a receiver. */
export function renaming(revision: number, but: Partial<Change> = {}): Change {
  const [before, after] = [`Crest ${revision}`, `Crest ${revision + 1}`];
  return {
    revision,
    at: 1_700_000_000_000 + revision * 1_000,
    by: { id: 7, name: 'Rachel' },
    through: 'console',
    undoes: null,
    items: [{ kind: 'receiver.renamed', id: 1, name: before, before: { alias: before }, after: { alias: after } }],
    ...but,
  };
}

/** Returns a page of Activity, newest first, with the changes of these revisions. */
export function activityPage(revision: number, revisions: readonly number[], but: Partial<ActivityPage> = {}): ActivityPage {
  return {
    epoch: 'one',
    revision,
    changes: revisions.map((each) => renaming(each)),
    more: false,
    people: [{ id: 7, name: 'Rachel' }],
    ...but,
  };
}
