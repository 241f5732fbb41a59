import type { Failure } from '../../model/contract/failure.ts';
import { accountName } from '../../model/entities/account.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import type { HostSessionInput } from './host-session-events.ts';
import * as rules from './host-session-rules.ts';

/** Only control state; data about system and person is in the journal. */
export type HostSessionContext = {
  mitasId: string;
  /** The page's origin. */
  pageOrigin: string;
  /** The person as the author of changes, and their role in the system. */
  by: { id: number; name: string };
  role: number;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** The journal's first entries; empty once the journal has them. */
  unsent: readonly SessionEntry[];
  /** True if the host already has this as the person's current system. */
  isCurrent: boolean;
  /** Null if the person's list does not contain the system. */
  socketUrl: string | null;
  /** The timezone to set automatically; null if there is none, or once it is set. */
  timezone: string | null;
  /** Why the system is not shown. */
  failure: Failure | null;
};

/** The parts of a session, by id. */
export type HostSessionChildren = {
  journal: 'journal';
  changeLine: 'changeLine';
  operations: 'operations';
  pageGuard: 'pageGuard';
  resources: 'resources';
  socket: 'socket';
  contactWindow: 'contactWindow';
  fileExport: 'fileExport';
  screen: 'screen';
  notifications: 'notifications';
  storageWatch: 'storageWatch';
  selectSystem: 'selectSystem';
  checkSystem: 'checkSystem';
  setTimezone: 'setTimezone';
  comeback: 'comeback';
};

/** Returns the initial context. */
export function contextOf(input: HostSessionInput): HostSessionContext {
  return {
    mitasId: input.mitasId,
    pageOrigin: input.pageOrigin,
    by: { id: input.account.id, name: accountName(input.account) },
    role: rules.roleOf(input),
    now: input.now,
    random: input.random,
    newId: input.newId,
    unsent: rules.personFacts(input),
    isCurrent: input.account.mitasId === input.mitasId,
    socketUrl: rules.socketUrlOf(input),
    timezone: rules.timezoneOf(input),
    failure: null,
  };
}
