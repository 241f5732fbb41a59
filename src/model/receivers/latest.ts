/** Of so many things that wait for a later visit the latest are kept. */
export const maxKept = 50;

/** The entries with this one as the latest, without those that are too many; null takes its entry away. */
export function withLatest<Key, Value>(kept: ReadonlyMap<Key, Value>, key: Key, value: Value | null): ReadonlyMap<Key, Value> {
  const others = [...kept].filter(([other]) => other !== key);
  return latestOf(value === null ? others : [...others, [key, value]]);
}

/** Of entries, oldest first, the latest ones. */
export function latestOf<Key, Value>(entries: readonly (readonly [Key, Value])[]): ReadonlyMap<Key, Value> {
  return new Map(entries.slice(-maxKept));
}
