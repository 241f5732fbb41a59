import { hasExpired } from './expiry.ts';
import { type HostConfig, type System, systemRunning } from './system.ts';

const dayMs = 86_400_000;
/** A system gets a warning this many days before it expires. */
const noticeDays = 14;

/** How to show a fact: 'good' is as it should be, 'near' will soon be bad. */
export type FactLevel = 'good' | 'near' | 'bad';

/** Returns a system's status in words (SYS-14). */
export function systemStatus({ status }: Pick<HostConfig, 'status'>): { level: FactLevel; text: string } {
  return status === systemRunning ? { level: 'good', text: 'Operating normally' } : { level: 'bad', text: 'Shut down' };
}

/**
 * Whether programs can fetch data files by FTPS (FILE-11): `port` is null until it is known, and `notes` say
 * why there is no FTPS.
 */
type FtpsOffer = { isServed: true; port: number | null } | { isServed: false; notes: readonly string[] };

/**
 * Returns what to show about FTPS. `config` is null until it is loaded. No port is guessed, because another
 * program may use it.
 */
export function ftpsOffer(config: Pick<HostConfig, 'ftpsPort' | 'ftpsProblem'> | null): FtpsOffer {
  if (config === null) return { isServed: true, port: null };
  const { ftpsPort: port, ftpsProblem } = config;
  if (port !== null) return { isServed: true, port };
  return { isServed: false, notes: ['FTPS is not available on this host', ...(ftpsProblem ? [`Reason: ${ftpsProblem}`] : [])] };
}

/** Returns the label for a system that is off or has expired, for lists (SYS-18); null for any other. */
export function offName({ state, expired }: Pick<System, 'state' | 'expired'>): string | null {
  if (state === 'offline') return 'Offline';
  if (state === 'shutDown') return 'Shut down';
  return expired === true ? 'Expired' : null;
}

/**
 * Returns how long a system has until it expires (SYS-14); null if it never does or the time is unknown.
 * `now` in ms since 1970, 0 if unknown.
 */
export function expiryState(expiry: number | null, now: number): { level: FactLevel; text: string } | null {
  if (expiry === null || now === 0) return null;
  if (hasExpired(expiry, now)) return { level: 'bad', text: 'Expired' };
  const days = Math.floor((expiry - now) / dayMs);
  const left = days === 0 ? 'less than a day left' : days === 1 ? '1 day left' : `${days.toLocaleString('en-US')} days left`;
  return { level: expiry - now > noticeDays * dayMs ? 'good' : 'near', text: left };
}
