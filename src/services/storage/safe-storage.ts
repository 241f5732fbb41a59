import type { KeyValueStore, Log } from '../ports.ts';

/**
 * A browser storage that never throws. If it is unavailable (private mode, blocked cookies) or full, values
 * stay in memory until the page closes, with one warning in the log.
 */
export function createSafeStorage(open: () => Storage, log: Log): KeyValueStore {
  const memory = new Map<string, string>();
  let hasWarned = false;
  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(open());
    } catch (error) {
      if (!hasWarned) log.warn('The browser stores nothing for this page. Settings last until you close it.', error);
      hasWarned = true;
      return otherwise;
    }
  }
  return {
    read: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    write(key, value) {
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
}
