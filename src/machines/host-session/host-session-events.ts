import type { Account } from '../../model/entities/account.ts';
import type { System } from '../../model/entities/system.ts';
import type { ChangeLineReport } from '../change-line/change-line-events.ts';
import type { ResourcesReport } from '../resources/resources-events.ts';
import type { SocketDelivery, SocketFact } from '../socket/socket-events.ts';

/**
 * The input of a system's session. `timezone` is the browser's; `pageOrigin` such as
 * 'https://console.example.org'; `now` returns ms since the epoch, `random` a number from 0 to below 1,
 * `newId` a unique id (fields/value-fields.ts, `operationId`).
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
  /** The person pressed Retry, on an error screen or at a part of the page that could not be loaded. */
  | { type: 'session.retry' }
  /** There is a new access token, which the socket may use. */
  | { type: 'token.renewed' }
  /** The number of unsaved changes, or of running downloads, has changed. */
  | { type: 'unsaved.counted'; count: number; downloads: number }
  | ResourcesReport
  | ChangeLineReport
  | Extract<SocketDelivery, { type: 'message.received' }>
  | SocketFact;

/**
 * What a session reports to its parent: its token was refused and it needs a new one; the account changed
 * elsewhere; or the number of changes and downloads that leaving would lose.
 */
export type HostSessionReport =
  | { type: 'token.refused' }
  | { type: 'account.reloaded'; darkMode: boolean }
  | { type: 'session.unsaved'; count: number; downloads: number };
