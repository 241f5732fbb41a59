import { hasExpired } from './expiry.ts';
import { type HostConfig, type System, systemRunning } from './system.ts';

const dayMs = 86_400_000;
/** Up to so many days before it expires nobody need think of it. */
const noticeDays = 14;

/** How a fact stands: as it should, soon not any more, or not. */
export type FactLevel = 'good' | 'near' | 'bad';

/** A system's status in words (SYS-14). */
export function systemStatus({ status }: Pick<HostConfig, 'status'>): { level: FactLevel; text: string } {
  return status === systemRunning ? { level: 'good', text: 'Operating normally' } : { level: 'bad', text: 'Shut down' };
}

/** Where programs fetch data files (FILE-11); `port` null until it is known. */
type FtpsOffer = { isServed: true; port: number | null } | { isServed: false; notes: readonly string[] };

/** What is said of FTPS: nobody is sent to a port that may be another program's. */
export function ftpsOffer(config: Pick<HostConfig, 'ftpsPort' | 'ftpsProblem'> | null): FtpsOffer {
  if (config === null) return { isServed: true, port: null };
  const { ftpsPort: port, ftpsProblem } = config;
  if (port !== null) return { isServed: true, port };
  return { isServed: false, notes: ['FTPS is not available on this host', ...(ftpsProblem ? [`Reason: ${ftpsProblem}`] : [])] };
}

/** What lists of systems say of one that is off or has expired (SYS-18); null of any other. */
export function offName({ state, expired }: Pick<System, 'state' | 'expired'>): string | null {
  if (state === 'offline') return 'Offline';
  if (state === 'shutDown') return 'Shut down';
  return expired === true ? 'Expired' : null;
}

/**
 * How far off the end of a system is (SYS-14); null where it has none, or the time is not known. `now` in ms
 * since the epoch, 0 where it is not known.
 */
export function expiryState(expiry: number | null, now: number): { level: FactLevel; text: string } | null {
  if (expiry === null || now === 0) return null;
  if (hasExpired(expiry, now)) return { level: 'bad', text: 'Expired' };
  const days = Math.floor((expiry - now) / dayMs);
  const left = days === 0 ? 'less than a day left' : days === 1 ? '1 day left' : `${days.toLocaleString('en-US')} days left`;
  return { level: expiry - now > noticeDays * dayMs ? 'good' : 'near', text: left };
}
