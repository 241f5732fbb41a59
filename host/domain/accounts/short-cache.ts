/** A short-lived cache. Concurrent callers share one query. */
export type ShortCache<T> = {
  get(key: string, ask: () => Promise<T>): Promise<T>;
  /** Forgets an entry: the next `get` queries again. A running query answers only its earlier callers. */
  forget(key: string): void;
  clear(): void;
};

const maxEntries = 10_000;

/** Creates a bounded cache whose entries live `trustMs`. Failures are not cached. */
export function createShortCache<T>(trustMs: number, now: () => number = Date.now): ShortCache<T> {
  const entries = new Map<string, { answer: Promise<T>; until: number }>();
  return {
    async get(key, ask) {
      const known = entries.get(key);
      if (known !== undefined && known.until > now()) return known.answer;
      if (entries.size >= maxEntries) entries.clear();
      const entry = { answer: ask(), until: now() + trustMs };
      entries.set(key, entry);
      try {
        return await entry.answer;
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
    forget: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
