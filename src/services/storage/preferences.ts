import type { KeyValueStore, PreferenceChange, Preferences } from '../ports.ts';

const darkModeKey = 'darkMode';
const hasAuthenticatedKey = 'hasAuthenticated';
const owesLogoutKey = 'owesLogout';

/** The part of `window` that tells what other tabs store. */
export type StorageEvents = Pick<Window, 'addEventListener' | 'removeEventListener'>;

/** Dark mode and hasAuthenticated in local storage (ACC-18), and whether a logout is still to be told. */
export function createPreferences(storage: KeyValueStore, events: StorageEvents): Preferences {
  return {
    darkMode: () => storage.read(darkModeKey) !== 'false',
    setDarkMode: (darkMode) => storage.write(darkModeKey, String(darkMode)),
    hasAuthenticated: () => storage.read(hasAuthenticatedKey) === 'true',
    setHasAuthenticated: (value) => (value ? storage.write(hasAuthenticatedKey, 'true') : storage.remove(hasAuthenticatedKey)),
    owesLogout: () => storage.read(owesLogoutKey) === 'true',
    setOwesLogout: (value) => (value ? storage.write(owesLogoutKey, 'true') : storage.remove(owesLogoutKey)),
    onChangedElsewhere(listener) {
      const onStorage = (event: StorageEvent): void => {
        const change = changeIn(event);
        if (change !== undefined) listener(change);
      };
      events.addEventListener('storage', onStorage);
      return () => events.removeEventListener('storage', onStorage);
    },
  };
}

function changeIn({ key, newValue }: StorageEvent): PreferenceChange | undefined {
  // A null key means that all was cleared, which ends the session for every tab.
  if (key === darkModeKey) return { name: 'darkMode', value: newValue !== 'false' };
  if (key === hasAuthenticatedKey || key === null) return { name: 'hasAuthenticated', value: newValue === 'true' };
  return undefined;
}
