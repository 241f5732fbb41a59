import { type Failure, errorTypes } from '../contract/failure.ts';
import type { invalidations } from '../contract/socket-messages.ts';
import type { AsOf } from '../changes/change.ts';
import type { Fact } from '../journal/facts.ts';

/**
 * What a host session loads of its system, each by itself, and loads again when the host says that it is out
 * of date.
 */
export type ResourceName = (typeof invalidations)[number];

/**
 * What came of loading a resource. `asOf` is null for what has no revision: what is measured, or a person's
 * own.
 */
export type LoadedResource = { facts: readonly Fact[]; asOf: AsOf | null };

/** Without these there is nothing to show. */
export const essentialResources: readonly ResourceName[] = ['config', 'fleet'];

/** What knows up to which change it was loaded, so that a change too large to be sent outdates it. */
export const revisedResources: readonly ResourceName[] = ['config', 'fleet'];

/** What has its own time instead of a revision: nothing reports what changed while there was no line. */
export const measuredResources: readonly ResourceName[] = ['states', 'alarms', 'beacons'];

/**
 * What is out of date when a line is back: what is measured, and the list that contains the person's role,
 * which may have changed.
 */
export const resourcesAfterReturn: readonly ResourceName[] = [...measuredResources, 'systems'];

/** Every resource, in the order in which a Retry is sent to them. */
export const allResources: readonly ResourceName[] = [...essentialResources, ...measuredResources, 'systems', 'account'];

/**
 * REG-15: beacon data refresh every 300000 ms. What beacons are heard grows old by itself: nothing reports
 * when one falls silent.
 */
export const beaconRefreshMs = 300_000;

/** True when what failed may come at another try: what the host has not, or forbids, will not. */
export function isWorthRetrying(failure: Failure): boolean {
  return !(failure.kind === 'server' && [403, 404, 501].includes(failure.code));
}

/** The failure of a system that is switched off. */
export const systemOffline: Failure = { kind: 'server', code: 503, type: errorTypes.systemOffline };

/** How a system that cannot be shown is reported to the person (NAV-9). */
export type Refusal = 'offline' | 'unauthorized' | 'unknown' | 'failed';

export function refusalKind(failure: Failure): Refusal {
  if (failure.kind !== 'server') return 'failed';
  if (failure.type === errorTypes.systemOffline) return 'offline';
  if (failure.code === 403) return 'unauthorized';
  return failure.code === 404 ? 'unknown' : 'failed';
}

/**
 * True when a failure says that the system is closed to the person; one that happens on the way says no such
 * thing.
 */
export function isTurnedAway(failure: Failure): boolean {
  return refusalKind(failure) !== 'failed';
}
