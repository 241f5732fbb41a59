/** The number of entries that are kept for a later visit; the oldest are dropped first. */
export const maxKept = 50;

/**
 * Returns the entries with this one added as the latest, and at most `maxKept` in all; a null value removes
 * the entry.
 */
export function withLatest<Key, Value>(kept: ReadonlyMap<Key, Value>, key: Key, value: Value | null): ReadonlyMap<Key, Value> {
  const others = [...kept].filter(([other]) => other !== key);
  return latestOf(value === null ? others : [...others, [key, value]]);
}

/** Keeps the latest `maxKept` of these entries, which are sorted from oldest to newest. */
export function latestOf<Key, Value>(entries: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, Value> {
  return new Map(entries.slice(-maxKept));
}
