import type { Account } from '../../model/entities/account.ts';
import type { System } from '../../model/entities/system.ts';
import type { ChangeLineReport } from '../change-line/change-line-events.ts';
import type { ResourcesReport } from '../resources/resources-events.ts';
import type { SocketDelivery, SocketFact } from '../socket/socket-events.ts';

/**
 * What a session of one system begins with. `timezone` is the browser's; `pageOrigin` the page's own address
 * ('https://console.example.org'); `now` returns ms since the epoch, `random` numbers from 0 to below 1,
 * `newId` an id that nobody else gives (changes/change.ts, `operationId`).
 */
export type HostSessionInput = {
  mitasId: string;
  account: Account;
  systems: readonly System[];
  timezone: string;
  pageOrigin: string;
  now: () => number;
  random: () => number;
  newId: () => string;
};

export type HostSessionEvent =
  /** The person pressed Retry, on an error screen or where a part of the page could not be loaded. */
  | { type: 'session.retry' }
  /** A fresh access token is there; the socket may use it. */
  | { type: 'token.renewed' }
  /** How many changes would be lost with the session, and how many downloads ended, whenever that changes. */
  | { type: 'unsaved.counted'; count: number; downloads: number }
  | ResourcesReport
  | ChangeLineReport
  | Extract<SocketDelivery, { type: 'message.received' }>
  | SocketFact;

/**
 * What a session reports to its parent: its token was refused, and a fresh one is needed; the account was
 * changed elsewhere; or so many changes would be lost and downloads ended with it.
 */
export type HostSessionReport =
  | { type: 'token.refused' }
  | { type: 'account.reloaded'; darkMode: boolean }
  | { type: 'session.unsaved'; count: number; downloads: number };
