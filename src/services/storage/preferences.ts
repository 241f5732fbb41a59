import type { GuideName, KeyValueStore, Preferences, SharedPreference } from '../ports.ts';

const darkModeKey = 'darkMode';
const hasAuthenticatedKey = 'hasAuthenticated';
const owesLogoutKey = 'owesLogout';
const changelogSeenKey = 'changelogSeen';
const guideKey = (name: GuideName): string => `guide.${name}`;

/** The part of `window` that reports changes of storage by other tabs. */
export type StorageEvents = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/** Stores preferences in local storage (ACC-18), and whether a logout must still be sent. */
export function createPreferences(storage: KeyValueStore, events: StorageEvents): Preferences {
  return {
    darkMode: () => storage.read(darkModeKey) !== 'false',
    setDarkMode: (darkMode) => storage.write(darkModeKey, String(darkMode)),
    hasAuthenticated: () => storage.read(hasAuthenticatedKey) === 'true',
    setHasAuthenticated: (value) => (value ? storage.write(hasAuthenticatedKey, 'true') : storage.remove(hasAuthenticatedKey)),
    owesLogout: () => storage.read(owesLogoutKey) === 'true',
    setOwesLogout: (value) => (value ? storage.write(owesLogoutKey, 'true') : storage.remove(owesLogoutKey)),
    changelogSeen: () => storage.read(changelogSeenKey),
    setChangelogSeen: (version) => storage.write(changelogSeenKey, version),
    guideOpen: (name) => storage.read(guideKey(name)) !== 'folded',
    setGuideOpen: (name, isOpen) => (isOpen ? storage.remove(guideKey(name)) : storage.write(guideKey(name), 'folded')),
    onChangedElsewhere(name, listener) {
      const kept = shared[name];
      const onStorage = ({ key, newValue }: StorageEvent): void => {
        if (kept.isHeldBy(key)) listener(kept.valueOf(newValue));
      };
      events.addEventListener('storage', onStorage);
      return () => events.removeEventListener('storage', onStorage);
    },
  };
}

type Shared = { isHeldBy(key: string | null): boolean; valueOf(stored: string | null): boolean };

/**
 * How a tab recognises changes of shared preferences by other tabs. A null key means that all storage was
 * cleared, which ends the session in every tab.
 */
const shared: Record<SharedPreference, Shared> = {
  darkMode: { isHeldBy: (key) => key === darkModeKey, valueOf: (stored) => stored !== 'false' },
  hasAuthenticated: {
    isHeldBy: (key) => key === hasAuthenticatedKey || key === null,
    valueOf: (stored) => stored === 'true',
  },
};
