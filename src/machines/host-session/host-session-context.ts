import type { Failure } from '../../model/contract/failure.ts';
import { accountName } from '../../model/entities/account.ts';
import type { SessionEntry } from '../../model/journal/session.ts';
import type { HostSessionInput } from './host-session-events.ts';
import * as rules from './host-session-rules.ts';

/** Control only: what the system and the person are is in the journal. */
export type HostSessionContext = {
  mitasId: string;
  /** The page's own address. */
  pageOrigin: string;
  /** The person, as changes name them; their role in the system. */
  by: { id: number; name: string };
  role: number;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** What the journal begins with; empty once it has it. */
  unsent: readonly SessionEntry[];
  /** True when the host already holds this system for the person's current one. */
  isCurrent: boolean;
  /** Null when the person's list does not name the system. */
  socketUrl: string | null;
  /** The timezone to set unasked; null when that is done, or there is none. */
  timezone: string | null;
  /** Why the system is not shown. */
  failure: Failure | null;
};

/** What a session runs, each part under its own name. */
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

/** What a session begins with. */
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
