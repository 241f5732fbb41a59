import type { Db } from './store/database.ts';

/**
 * Combines single reads into reads of many keys. While one read is in progress, further keys are gathered for
 * the next. So each caller gets data read after its call, and only one read runs at a time.
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

/** Like `gathered`, separately for each database. */
export function gatheredIn<V>(
  read: (database: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (database: Db, key: string) => Promise<V | undefined> {
  const asking = new WeakMap<Db['db'], (key: string) => Promise<V | undefined>>();
  return ({ db }, key) => {
    const ask = asking.get(db) ?? gathered((keys: readonly string[]) => read({ db }, keys));
    asking.set(db, ask);
    return ask(key);
  };
}
