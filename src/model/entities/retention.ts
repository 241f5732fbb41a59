/**
 * How long a system keeps its data (RET-1). To keep another sort: a line here, and how it is counted and
 * deleted in the host's retention/shelves.ts.
 */
export const dataSorts = {
  contacts: { name: 'Contacts', usual: null },
  states: { name: 'States', usual: null },
  alarms: { name: 'Alarms', usual: null },
  vitals: { name: 'Vitals', usual: null },
  changes: { name: 'Changes', usual: 400 },
} as const satisfies Record<string, { name: string; usual: number | null }>;
export type DataSort = keyof typeof dataSorts;

export const sortNames = Object.keys(dataSorts) as DataSort[];

/** The fewest and the most days that may be set (RET-2). */
export const leastDays = 30;
export const mostDays = 36_500;
/** How long before it is done a deletion is announced (RET-4). */
export const noticeDays = 7;

const dayMs = 86_400_000;

/**
 * A deletion that is announced: of what is older than `before`, not sooner than `on`; `count` things as they
 * were counted then, by a setting of `days`, the `setting`th. Times in ms since the epoch.
 */
export type Announced = { before: number; on: number; count: number; days: number; setting: number };

/** A deletion that was made. */
export type Deleted = { before: number; at: number; count: number };

/** Of one sort; `days` null keeps it forever. */
export type Kept = { days: number | null; announced: Announced | null; deleted: Deleted | null };

/** The same, and how often `days` was set: counted by the database, so that no undo sets it back. */
export type Setting = Kept & { setting: number };

/**
 * The fields of a system that say so, as changes carry them: 'contacts' for the days that were set,
 * 'contacts.announced.before' and the like.
 */
export type RetentionFields = Record<string, number | null>;

const announcedKeys = ['before', 'on', 'count', 'days', 'setting'] as const;
const deletedKeys = ['before', 'at', 'count'] as const;

/** What the fields say of one sort; what nobody has set is as usual. */
export function keptOf(fields: RetentionFields, sort: DataSort): Kept {
  return {
    days: fields[sort] ?? dataSorts[sort].usual,
    announced: groupIn(fields, `${sort}.announced`, announcedKeys),
    deleted: groupIn(fields, `${sort}.deleted`, deletedKeys),
  };
}

/** The same of one sort as it stands in the host's own database. */
export function settingOf(fields: RetentionFields, sort: DataSort): Setting {
  return { ...keptOf(fields, sort), setting: fields[`${sort}.setting`] ?? 0 };
}

/** What is kept of every sort. */
export function retentionIn(fields: RetentionFields): Record<DataSort, Kept> {
  return Object.fromEntries(sortNames.map((sort) => [sort, keptOf(fields, sort)])) as Record<DataSort, Kept>;
}

/** The fields that say so of every sort. */
export function fieldsOf(retention: Readonly<Record<DataSort, Kept>>): RetentionFields {
  const fields = sortNames.map((sort) => {
    const { days, announced, deleted } = retention[sort];
    return { [sort]: days, ...(deleted === null ? {} : deletedFields(sort, deleted)), ...announcedFields(sort, announced) };
  });
  return Object.assign({}, ...fields) as RetentionFields;
}

/** The fields of an announcement; null takes it back. */
export function announcedFields(sort: DataSort, announced: Announced | null): RetentionFields {
  return groupOf(`${sort}.announced`, announcedKeys, announced);
}

/** The fields of a deletion that was made, which is announced no longer. */
export function deletedFields(sort: DataSort, deleted: Deleted): RetentionFields {
  return { ...groupOf(`${sort}.deleted`, deletedKeys, deleted), ...announcedFields(sort, null) };
}

function groupOf<Key extends string>(group: string, keys: readonly Key[], values: Record<Key, number> | null): RetentionFields {
  return Object.fromEntries(keys.map((key) => [`${group}.${key}`, values?.[key] ?? null]));
}

function groupIn<Key extends string>(fields: RetentionFields, group: string, keys: readonly Key[]): Record<Key, number> | null {
  const found = keys.map((key) => [key, fields[`${group}.${key}`]] as const);
  if (found.some(([, value]) => typeof value !== 'number')) return null;
  return Object.fromEntries(found) as Record<Key, number>;
}

/** Whether of any sort less would be kept by the days that are wanted than by those that stand. */
export function keepsLess(
  fields: RetentionFields,
  wanted: Readonly<Partial<Record<DataSort, number | null | undefined>>>,
): boolean {
  return sortNames.some((sort) => {
    const days = wanted[sort];
    if (days === undefined) return false;
    return (days ?? dataSorts[sort].usual ?? Infinity) < (keptOf(fields, sort).days ?? Infinity);
  });
}

/** The days that a person has typed; null for what is none. */
export function daysIn(text: string): number | null {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  return days >= leastDays && days <= mostDays ? days : null;
}

/**
 * Up to when data go at a time: the newest month's begin (UTC) that is that many days past. Whole months, so
 * that partitions go whole and nobody is told of a deletion every day (RET-3).
 */
export function monthBefore(now: number, days: number): number {
  const then = new Date(now - days * dayMs);
  return Date.UTC(then.getUTCFullYear(), then.getUTCMonth());
}

/** What would be announced now: up to when data are old enough on the day that it is done. */
export function nextMonth(now: number, days: number): number {
  return monthBefore(now + noticeDays * dayMs, days);
}

/** What is to be done about one sort of a system's data. */
export type RetentionStep =
  | { do: 'nothing' }
  | { do: 'announce'; before: number; days: number; setting: number }
  | { do: 'callOff' }
  | { do: 'delete'; before: number };

/**
 * What is to be done now, where `held` answers how many things there are before an instant. What is not what
 * was announced is announced again: nothing goes of which nobody was told (RET-4).
 */
export async function nextStep(kept: Setting, now: number, held: (before: number) => Promise<number>): Promise<RetentionStep> {
  const { days, announced, deleted, setting } = kept;
  if (announced !== null && isStanding(kept)) {
    if (now < announced.on) return { do: 'nothing' };
    if ((await held(announced.before)) === announced.count) return { do: 'delete', before: announced.before };
  }
  if (days !== null) {
    const before = nextMonth(now, days);
    const isDue = announced !== null || before > (deleted?.before ?? -Infinity);
    if (isDue && (await held(before)) > 0) return { do: 'announce', before, days, setting };
  }
  return announced === null ? { do: 'nothing' } : { do: 'callOff' };
}

/** How many things may go now that are older than `before`, as they were announced; null where none may. */
export function mayGo(kept: Setting, before: number, now: number): number | null {
  const { announced } = kept;
  return announced !== null && isStanding(kept) && announced.before === before && now >= announced.on ? announced.count : null;
}

/** Whether it is still what the system has set: one that was changed and changed back is not. */
function isStanding({ days, announced, setting }: Setting): boolean {
  return announced?.days === days && announced?.setting === setting;
}
