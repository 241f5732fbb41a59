import type { activityCalls } from '../contract/activity-calls.ts';
import type { ReplyFor } from '../contract/call.ts';
import { type ActivityFilters, isAsked } from './activity-filters.ts';
import type { AsOf, Change } from '../changes/change.ts';
import type { Author } from '../entities/author.ts';

export type ActivityPage = ReplyFor<typeof activityCalls.listActivity>;
type Person = NonNullable<Author>;

/**
 * What Activity shows: changes, newest first, without a gap among those that were asked for. It holds all up
 * to `asOf`; `heard` is the newest change that was reported, and later than `asOf` where some was missed.
 * `more` is true where older ones follow.
 */
export type ActivityList = {
  readonly changes: readonly Change[];
  readonly people: readonly Person[];
  readonly asOf: AsOf;
  readonly heard: AsOf;
  readonly more: boolean;
};

/** The most changes that are shown; older ones are in the file, or under narrower filters. */
export const maxShownChanges = 1_000;

/** A list that begins with its first page. */
export function firstPage(page: ActivityPage): ActivityList {
  const asOf = asOfPage(page);
  return { changes: page.changes, people: page.people, asOf, heard: asOf, more: page.more };
}

/** With a page of older changes behind. One of another epoch means that all is to be loaded again. */
export function withOlder(list: ActivityList, page: ActivityPage): ActivityList {
  if (page.epoch !== list.asOf.epoch) return { ...list, heard: asOfPage(page) };
  const last = list.changes.at(-1)?.revision ?? Number.POSITIVE_INFINITY;
  const older = page.changes.filter(({ revision }) => revision < last);
  return { ...list, changes: [...list.changes, ...older], people: page.people, more: page.more };
}

/** With its newest page loaded again; what stood further down stays where the page reaches it. */
export function withNewest(list: ActivityList, page: ActivityPage): ActivityList {
  const asOf = asOfPage(page);
  const oldest = page.changes.at(-1)?.revision ?? 0;
  const reached = asOf.epoch === list.asOf.epoch && (!page.more || list.changes.some(({ revision }) => revision >= oldest));
  if (!reached) return { ...firstPage(page), heard: later(list.heard, asOf) };
  // What was heard while the page was on its way may be newer than it.
  const newer = list.changes.filter(({ revision }) => revision > asOf.revision);
  const kept = page.more ? list.changes.filter(({ revision }) => revision < oldest) : [];
  return bounded({
    changes: [...newer, ...page.changes, ...kept],
    people: page.people,
    asOf: later(list.asOf, asOf),
    heard: later(list.heard, asOf),
    more: page.more && (kept.length === 0 || list.more),
  });
}

/**
 * With a change that was just heard, on top where the filters ask for it. One that does not follow is only
 * noted: some were missed.
 */
export function withHeard(list: ActivityList, epoch: string, change: Change, filters: ActivityFilters): ActivityList {
  const asOf = { epoch, revision: change.revision };
  const noted = { ...list, heard: later(list.heard, asOf) };
  if (epoch !== list.asOf.epoch || change.revision !== list.asOf.revision + 1) return noted;
  const { by } = change;
  const isNew = by !== null && list.people.every(({ id }) => id !== by.id);
  return bounded({
    ...noted,
    asOf,
    people: isNew ? [...list.people, by] : list.people,
    changes: isAsked(change, filters) ? [change, ...list.changes] : list.changes,
  });
}

/** With a report of how far the host is. */
export function withReceived(list: ActivityList, asOf: AsOf): ActivityList {
  const heard = later(list.heard, asOf);
  return heard === list.heard ? list : { ...list, heard };
}

/** True where changes were missed. */
export function isBehind({ asOf, heard }: ActivityList): boolean {
  return heard.epoch !== asOf.epoch || heard.revision > asOf.revision;
}

/** True where older changes can be asked for. */
export function hasOlder({ more, changes }: ActivityList): boolean {
  return more && changes.length < maxShownChanges;
}

/**
 * True for a change that was undone, as far as the list shows: an undo of it stands there, and was not itself
 * undone.
 */
export function isUndone({ changes }: Pick<ActivityList, 'changes'>, revision: number): boolean {
  const undo = changes.find(({ undoes }) => undoes === revision);
  return undo !== undefined && !isUndone({ changes }, undo.revision);
}

function bounded(list: ActivityList): ActivityList {
  if (list.changes.length <= maxShownChanges) return list;
  return { ...list, changes: list.changes.slice(0, maxShownChanges), more: true };
}

function asOfPage({ epoch, revision }: ActivityPage): AsOf {
  return { epoch, revision };
}

/** Of two points of one order the later; of another epoch the one that was received last, `other`. */
function later(one: AsOf, other: AsOf): AsOf {
  return one.epoch === other.epoch && one.revision >= other.revision ? one : other;
}
