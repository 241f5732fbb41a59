import type { Place } from '../../model/navigation/redirect.ts';
import type { AuthReport } from '../auth/auth-events.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import type { HostSessionReport } from '../host-session/host-session-events.ts';

export type AppEvent =
  /** The address changed, whatever changed it. */
  | { type: 'route.changed'; place: Place }
  /** The person chose a system, on the select-system screen or in the 'Connect to:' dialog. */
  | { type: 'system.select'; mitasId: string }
  /** The person wants to log out. */
  | { type: 'app.logOut' }
  /** Leaving the system would lose changes that are not saved: the person leaves all the same, or stays. */
  | { type: 'app.leave' }
  | { type: 'app.stay' }
  /** The person pressed Retry where the app itself failed. */
  | { type: 'app.retry' }
  | SurroundingsEvent
  | AuthReport
  | HostSessionReport;

/** What the address bar is asked. */
export type AddressCommand = { type: 'address.go'; to: string; how: 'push' | 'replace' };
