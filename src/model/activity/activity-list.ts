import type { activityCalls } from '../contract/activity-calls.ts';
import type { ReplyFor } from '../contract/call.ts';
import { type ActivityFilters, isAsked } from './activity-filters.ts';
import type { AsOf, Change } from '../changes/change.ts';
import type { Author } from '../entities/author.ts';

export type ActivityPage = ReplyFor<typeof activityCalls.listActivity>;
type Person = NonNullable<Author>;

/**
 * The changes that match the filters, newest first, without gaps. The list is complete up to `asOf`. `heard`
 * is the newest revision that the host has reported; it is later than `asOf` if the list missed changes.
 * `more` is true if older changes exist.
 */
export type ActivityList = {
  readonly changes: readonly Change[];
  readonly people: readonly Person[];
  readonly asOf: AsOf;
  readonly heard: AsOf;
  readonly more: boolean;
};

/** The most changes to show. To see older ones, people make a file or narrow the filters. */
export const maxShownChanges = 1_000;

/** Returns a list with its first page. */
export function firstPage(page: ActivityPage): ActivityList {
  const asOf = asOfPage(page);
  return { changes: page.changes, people: page.people, asOf, heard: asOf, more: page.more };
}

/**
 * Appends a page of older changes. If the page is from another epoch, only records that epoch in `heard`: the
 * list is then behind and must be reloaded.
 */
export function withOlder(list: ActivityList, page: ActivityPage): ActivityList {
  if (page.epoch !== list.asOf.epoch) return { ...list, heard: asOfPage(page) };
  const last = list.changes.at(-1)?.revision ?? Number.POSITIVE_INFINITY;
  const older = page.changes.filter(({ revision }) => revision < last);
  return { ...list, changes: [...list.changes, ...older], people: page.people, more: page.more };
}

/**
 * Replaces the newest changes with a reloaded page. Keeps the older changes if they continue the page without
 * a gap; otherwise the list starts over with the page.
 */
export function withNewest(list: ActivityList, page: ActivityPage): ActivityList {
  const asOf = asOfPage(page);
  const oldest = page.changes.at(-1)?.revision ?? 0;
  const reached = asOf.epoch === list.asOf.epoch && (!page.more || list.changes.some(({ revision }) => revision >= oldest));
  if (!reached) return { ...firstPage(page), heard: later(list.heard, asOf) };
  // Changes that arrived during the load may be newer than the page.
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
 * Adds a change that has just arrived if it matches the filters. If it is not the next revision of the list's
 * epoch, only records it in `heard`: the list is then behind.
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

/** Records the host's latest revision in `heard`. */
export function withReceived(list: ActivityList, asOf: AsOf): ActivityList {
  const heard = later(list.heard, asOf);
  return heard === list.heard ? list : { ...list, heard };
}

/** Returns true if the list missed changes. */
export function isBehind({ asOf, heard }: ActivityList): boolean {
  return heard.epoch !== asOf.epoch || heard.revision > asOf.revision;
}

/** Returns true if older changes exist and the list has room for them. */
export function hasOlder({ more, changes }: ActivityList): boolean {
  return more && changes.length < maxShownChanges;
}

/** Returns true if a listed change undid this one and was not itself undone. */
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

/**
 * Returns the later of two revisions of one epoch. If the epochs differ, returns `other`, which arrived last.
 */
function later(one: AsOf, other: AsOf): AsOf {
  return one.epoch === other.epoch && one.revision >= other.revision ? one : other;
}
