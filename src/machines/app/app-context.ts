import type { Failure } from '../../model/contract/failure.ts';
import type { Account } from '../../model/entities/account.ts';
import type { System } from '../../model/entities/system.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import type { AnonymousReason } from '../auth/auth-events.ts';
import type { HostSessionRef } from '../host-session/host-session-machine.ts';

/** The logged-in person and their systems. A new session gets it and records it in its journal. */
export type Person = { account: Account; systems: readonly System[] };

export type AppInput = {
  place: Place;
  /** The colour scheme stored in this browser. */
  darkMode: boolean;
  /** The browser's timezone, and the page's origin ('https://console.example.org'). */
  timezone: string;
  pageOrigin: string;
  now: () => number;
  random: () => number;
  newId: () => string;
};

export type AppContext = AppInput & {
  /** Why the person is logged out; forgotten once the page that the person is sent to is open. */
  reason: AnonymousReason;
  /** The logged-in person, from login until a session opens; otherwise null. */
  person: Person | null;
  session: HostSessionRef | null;
  /** The system of that session. */
  mitasId: string | null;
  /** The changes that leaving would lose. */
  unsaved: number;
  /** The downloads that leaving would end. */
  downloads: number;
  /** Where the person wants to go, while the page asks whether to lose unsaved changes. */
  departure: Place | null;
  failure: Failure | null;
  /** The number of consecutive failed attempts to load the person. */
  failures: number;
};

/** The app's actors by id, each with its name in the machine's setup. */
export type AppChildren = {
  auth: 'auth';
  snackbar: 'snackbar';
  banner: 'banner';
  theme: 'theme';
  appUpdate: 'appUpdate';
  addressBar: 'addressBar';
  signUp: 'signUp';
  resetPassword: 'resetPassword';
  loadPerson: 'loadPerson';
  surroundings: 'surroundings';
  loadSession: 'loadSession';
};

/** Returns the initial context. */
export function contextOf(input: AppInput): AppContext {
  return {
    ...input,
    reason: 'none',
    person: null,
    session: null,
    mitasId: null,
    unsaved: 0,
    downloads: 0,
    departure: null,
    failure: null,
    failures: 0,
  };
}
