import { type Failure, errorTypes, isUnanswered } from '../contract/failure.ts';
import type { invalidations } from '../contract/socket-messages.ts';
import type { AsOf } from '../changes/change.ts';
import type { Fact } from '../journal/facts.ts';
import type { RegistryList } from '../registry/registries.ts';

/** A name by which the host reports something out of date. */
export type Invalidation = (typeof invalidations)[number];

/** The resources that a host session loads for its system, one by one. */
export type ResourceName = Exclude<Invalidation, 'beacons' | 'jobs' | 'commands' | 'collaborators' | 'dumpFiles' | RegistryList>;

/** The result of loading. `asOf` is null for data without revisions: measurements, a person's own data. */
export type LoadedResource = { facts: readonly Fact[]; asOf: AsOf | null };

/** How a resource is kept up to date. The host reports it out of date by its `name`. */
export type ResourcePlan<Name = string> = {
  name: Name;
  /**
   * When loading begins. 'now': immediately, for data with revisions, because their changes are sent. 'line':
   * when the line is open, for measurements with their own time, because nothing reports what changed before;
   * when a lost line is back, the resource counts as out of date. 'return': when a lost line is back.
   * 'asked': when the host reports the resource out of date.
   */
  begins: 'now' | 'line' | 'return' | 'asked';
  /** Reload when a lost line is back, because the host's messages about the resource may have been missed. */
  afterLine?: true;
  /** True if the session has nothing to show without the resource. */
  isEssential?: true;
  /** How long the resource stays fresh, in ms. By default, until the host reports it out of date. */
  refreshMs?: number;
};

/**
 * A resource that a screen adds (CODE-27). None is essential. Loading begins when the screen opens ('now'),
 * or when the live line is open as well ('line').
 */
export type ScreenResourcePlan = Omit<ResourcePlan, 'isEssential' | 'begins'> & { begins: 'now' | 'line'; isEssential?: never };

/**
 * Every resource of a session. The list of systems is reloaded after a lost line, because it contains the
 * person's role, which may have changed.
 */
export const sessionResources: readonly ResourcePlan<ResourceName>[] = [
  { name: 'config', begins: 'now', isEssential: true },
  { name: 'fleet', begins: 'now', isEssential: true },
  { name: 'states', begins: 'line' },
  { name: 'alarms', begins: 'line' },
  { name: 'systems', begins: 'return' },
  { name: 'account', begins: 'asked' },
];

/** How long to wait before loading a failed resource again, in ms. */
export const reloadRetryMs = 10_000;

/** Returns true if another try may succeed. What the host forbids or does not have stays so. */
export function isWorthRetrying(failure: Failure): boolean {
  return !(failure.kind === 'server' && [403, 404].includes(failure.code));
}

/**
 * Returns true if the failure may be temporary: the host did not answer, or cannot at the moment (SYS-17).
 */
export function mayPass(failure: Failure): boolean {
  return isUnanswered(failure) || (failure.kind === 'server' && [429, 503].includes(failure.code));
}

/** The failure of a disabled system. */
export const systemOffline: Failure = { kind: 'server', code: 503, type: errorTypes.systemOffline };

/** Why a system cannot be shown, for the message to the person (NAV-9). */
export type SystemRefusal = 'offline' | 'unauthorized' | 'unknown' | 'failed';

export function refusalKind(failure: Failure): SystemRefusal {
  if (failure.kind !== 'server') return 'failed';
  if (failure.type === errorTypes.systemOffline) return 'offline';
  if (failure.code === 403) return 'unauthorized';
  return failure.code === 404 ? 'unknown' : 'failed';
}

/**
 * Returns true if the failure means that the person cannot open the system. Failures of the connection do
 * not.
 */
export function isTurnedAway(failure: Failure): boolean {
  return refusalKind(failure) !== 'failed';
}
