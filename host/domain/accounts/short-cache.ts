/** Answers that stand for a short while. Callers who ask at the same time share one question. */
export type ShortCache<T> = {
  get(key: string, ask: () => Promise<T>): Promise<T>;
  /** The next `get` asks again; a question under way answers only those who asked before. */
  forget(key: string): void;
  clear(): void;
};

const maxEntries = 10_000;

/** A cache whose entries stand for `trustMs`, bounded; a failed question is not kept. */
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
