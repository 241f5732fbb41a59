import type { Failure } from '../../model/contract/failure.ts';
import type { Account } from '../../model/entities/account.ts';
import type { System } from '../../model/entities/system.ts';
import type { Place } from '../../model/navigation/redirect.ts';
import type { AnonymousReason } from '../auth/auth-events.ts';
import type { HostSessionRef } from '../host-session/host-session-machine.ts';

/**
 * Who is logged in and what they belong to; handed to the session that is opened, whose journal then knows
 * it.
 */
export type Person = { account: Account; systems: readonly System[] };

export type AppInput = {
  place: Place;
  /** The scheme that this browser keeps. */
  darkMode: boolean;
  /** The browser's timezone, and the page's own address ('https://console.example.org'). */
  timezone: string;
  pageOrigin: string;
  now: () => number;
  random: () => number;
  newId: () => string;
};

export type AppContext = AppInput & {
  /** Why nobody is logged in any more, until the page that follows from it is reached. */
  reason: AnonymousReason;
  /** Known from the login until a session is opened. */
  person: Person | null;
  session: HostSessionRef | null;
  /** The system of that session. */
  mitasId: string | null;
  /** How many changes would be lost with it. */
  unsaved: number;
  /** How many downloads would end with it. */
  downloads: number;
  /** Where the person is about to go, while they are asked whether to lose them. */
  departure: Place | null;
  failure: Failure | null;
  /** How often in a row the person could not be loaded. */
  failures: number;
};

/** The actors of the app by their ids, each by its name in the machine's setup. */
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

/** What the app begins with. */
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
