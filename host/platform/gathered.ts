/**
 * Combines single reads into reads of many keys. While one read is in progress, further keys wait for the
 * next. Each caller therefore gets data read after its call, and only one read runs at a time.
 */
export function gathered<K, V>(read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | undefined> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<K>; answers: Promise<ReadonlyMap<K, V>> } | null = null;
  return async (key) => {
    if (next === null) {
      const keys = new Set<K>();
      const answers = underWay.then(() => {
        next = null;
        return read([...keys]);
      });
      next = { keys, answers };
      // The next read starts even if this one fails.
      underWay = answers.catch(() => undefined);
    }
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}
