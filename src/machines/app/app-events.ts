import type { Place } from '../../model/navigation/redirect.ts';
import type { AuthReport } from '../auth/auth-events.ts';
import type { SurroundingsEvent } from '../page/page-events.ts';
import type { HostSessionReport } from '../host-session/host-session-events.ts';

export type AppEvent =
  /** The address changed, for whatever reason. */
  | { type: 'route.changed'; place: Place }
  /** The person chose a system, on the select-system screen or in the 'Connect to:' dialog. */
  | { type: 'system.select'; mitasId: string }
  /** The person wants to log out. */
  | { type: 'app.logOut' }
  /** Leaving would lose unsaved changes: the person leaves anyway, or stays. */
  | { type: 'app.leave' }
  | { type: 'app.stay' }
  /** The person pressed Retry after the app failed. */
  | { type: 'app.retry' }
  | SurroundingsEvent
  | AuthReport
  | HostSessionReport;

/** A request to the address bar. */
export type AddressCommand = { type: 'address.go'; to: string; how: 'push' | 'replace' };
