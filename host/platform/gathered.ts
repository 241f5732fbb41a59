import type { Db } from './store/database.ts';

/**
 * Asks for many at once what each asks for alone: while one question is under way, the keys of those who come
 * meanwhile are gathered for the next. So each is answered by what was read after it had asked, and never by
 * what was known before; and at any rate of asking one question is under way.
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
      // Who asks next is not told of what befell those before.
      underWay = answers.catch(() => undefined);
    }
    next.keys.add(key);
    return (await next.answers).get(key);
  };
}

/** As `gathered`, apart for each database. */
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
