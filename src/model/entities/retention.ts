/**
 * The sorts of data that a system keeps (RET-1). `usual` is the default number of days; null means forever.
 * To add a sort: a line here, and how to count and delete it in the host's retention/shelves.ts.
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

/** The bounds of the number of days (RET-2). */
export const leastDays = 30;
export const mostDays = 36_500;
/** How many days before a deletion it is announced (RET-4). */
export const noticeDays = 7;

const dayMs = 86_400_000;

/**
 * An announced deletion of everything older than `before`, which takes place at `on` or later. When it was
 * announced, it concerned `count` things, and the retention had these `days` and this `setting` number. Times
 * are in ms since 1970.
 */
export type Announced = { before: number; on: number; count: number; days: number; setting: number };

/** A completed deletion. */
export type Deleted = { before: number; at: number; count: number };

/** The retention of one sort of data; `days` is null if the data are kept forever. */
export type Kept = { days: number | null; announced: Announced | null; deleted: Deleted | null };

/**
 * A retention and the number of times that its `days` were set (`setting`). The database counts them, so an
 * undo does not lower the number.
 */
export type Setting = Kept & { setting: number };

/**
 * A system's retention as fields of changes: 'contacts' for its days, 'contacts.announced.before' and so on.
 */
export type RetentionFields = Record<string, number | null>;

const announcedKeys = ['before', 'on', 'count', 'days', 'setting'] as const;
const deletedKeys = ['before', 'at', 'count'] as const;

/** Reads the retention of one sort from the fields. If its days were never set, the default applies. */
export function keptOf(fields: RetentionFields, sort: DataSort): Kept {
  return {
    days: fields[sort] ?? dataSorts[sort].usual,
    announced: groupIn(fields, `${sort}.announced`, announcedKeys),
    deleted: groupIn(fields, `${sort}.deleted`, deletedKeys),
  };
}

/**
 * Reads the retention of one sort with its `setting` number, which only the fields in the host's database
 * contain.
 */
export function settingOf(fields: RetentionFields, sort: DataSort): Setting {
  return { ...keptOf(fields, sort), setting: fields[`${sort}.setting`] ?? 0 };
}

export function retentionIn(fields: RetentionFields): Record<DataSort, Kept> {
  return Object.fromEntries(sortNames.map((sort) => [sort, keptOf(fields, sort)])) as Record<DataSort, Kept>;
}

/** Writes the retention of every sort as fields. */
export function fieldsOf(retention: Readonly<Record<DataSort, Kept>>): RetentionFields {
  const fields = sortNames.map((sort) => {
    const { days, announced, deleted } = retention[sort];
    return { [sort]: days, ...(deleted === null ? {} : deletedFields(sort, deleted)), ...announcedFields(sort, announced) };
  });
  return Object.assign({}, ...fields) as RetentionFields;
}

/** Writes an announcement as fields; null withdraws it. */
export function announcedFields(sort: DataSort, announced: Announced | null): RetentionFields {
  return groupOf(`${sort}.announced`, announcedKeys, announced);
}

/** Writes a completed deletion as fields, and withdraws its announcement. */
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

/** Returns true if `wanted` keeps any sort of data for fewer days than the current retention. */
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

/** Reads a typed number of days; null if it is invalid. */
export function daysIn(text: string): number | null {
  const days = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  return days >= leastDays && days <= mostDays ? days : null;
}

/**
 * Returns the time before which data may be deleted: the start of the newest month (UTC) that began at least
 * `days` ago. Data are deleted in full months, so that complete partitions can be dropped and deletions are
 * not announced every day (RET-3).
 */
export function monthBefore(now: number, days: number): number {
  const then = new Date(now - days * dayMs);
  return Date.UTC(then.getUTCFullYear(), then.getUTCMonth());
}

/**
 * Returns the time before which data will be old enough to delete when a deletion that is announced now takes
 * place.
 */
export function nextMonth(now: number, days: number): number {
  return monthBefore(now + noticeDays * dayMs, days);
}

/** The next step for one sort of a system's data. */
export type RetentionStep =
  | { do: 'nothing' }
  | { do: 'announce'; before: number; days: number; setting: number }
  | { do: 'callOff' }
  | { do: 'delete'; before: number };

/**
 * Returns the next step. `held` counts the things older than an instant. If the count differs from the
 * announced one, the step is to announce again, because nothing is deleted without notice (RET-4).
 */
export async function nextStep(kept: Setting, now: number, held: (before: number) => Promise<number>): Promise<RetentionStep> {
  const { days, announced, deleted, setting } = kept;
  if (announced !== null && isUpToDate(kept)) {
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

/** Returns how many things older than `before` may be deleted now, as announced; null if none may. */
export function deletableCount(kept: Setting, before: number, now: number): number | null {
  const { announced } = kept;
  return announced !== null && isUpToDate(kept) && announced.before === before && now >= announced.on ? announced.count : null;
}

/**
 * Returns true if the announcement was made under the current setting. A setting that was changed and changed
 * back counts as a new one.
 */
function isUpToDate({ days, announced, setting }: Setting): boolean {
  return announced?.days === days && announced?.setting === setting;
}
