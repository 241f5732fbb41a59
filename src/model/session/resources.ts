import { type Failure, errorTypes, isUnanswered } from '../contract/failure.ts';
import type { invalidations } from '../contract/socket-messages.ts';
import type { AsOf } from '../changes/change.ts';
import type { Fact } from '../journal/facts.ts';
import type { RegistryList } from '../registry/registries.ts';

/** What the host may report as out of date. */
export type Invalidation = (typeof invalidations)[number];

/** What a host session loads of its system, each by itself. */
export type ResourceName = Exclude<Invalidation, 'beacons' | 'jobs' | 'commands' | 'collaborators' | 'dumpFiles' | RegistryList>;

/**
 * What came of loading a resource. `asOf` is null for what has no revision: what is measured, or a person's
 * own.
 */
export type LoadedResource = { facts: readonly Fact[]; asOf: AsOf | null };

/** How a resource is kept up to date; its name is the one by which the host reports it out of date. */
export type ResourcePlan<Name = string> = {
  name: Name;
  /**
   * 'now': what has a revision, since changes are sent for it. 'line': what is only measured and has its own
   * time; nothing reports what changed while there was no line, so that it is out of date when one is back.
   * 'return': when a line is back. 'asked': when it is reported out of date.
   */
  begins: 'now' | 'line' | 'return' | 'asked';
  /** Reloaded whenever the line comes back: the host's messages about it may have been missed. */
  afterLine?: true;
  /** Without it there is nothing to show. */
  isEssential?: true;
  /** How long it stays fresh by itself, in ms; otherwise until it is invalidated. */
  refreshMs?: number;
};

/**
 * What a screen loads beside the session: nothing of it is essential, and it begins with the screen
 * (CODE-27).
 */
export type ScreenResourcePlan = Omit<ResourcePlan, 'isEssential' | 'begins'> & { begins: 'now' | 'line'; isEssential?: never };

/**
 * Every resource of a session. The list of systems contains the person's role, which may have changed while
 * there was no line.
 */
export const sessionResources: readonly ResourcePlan<ResourceName>[] = [
  { name: 'config', begins: 'now', isEssential: true },
  { name: 'fleet', begins: 'now', isEssential: true },
  { name: 'states', begins: 'line' },
  { name: 'alarms', begins: 'line' },
  { name: 'systems', begins: 'return' },
  { name: 'account', begins: 'asked' },
];

/** How long until what failed to load is tried again, in ms. */
export const reloadRetryMs = 10_000;

/** True when what failed may come at another try: what the host has not, or forbids, will not. */
export function isWorthRetrying(failure: Failure): boolean {
  return !(failure.kind === 'server' && [403, 404].includes(failure.code));
}

/** True when what failed may pass: the host gave no answer, or cannot give one just now (SYS-17). */
export function mayPass(failure: Failure): boolean {
  return isUnanswered(failure) || (failure.kind === 'server' && [429, 503].includes(failure.code));
}

/** The failure of a system that is switched off. */
export const systemOffline: Failure = { kind: 'server', code: 503, type: errorTypes.systemOffline };

/** How a system that cannot be shown is reported to the person (NAV-9). */
export type SystemRefusal = 'offline' | 'unauthorized' | 'unknown' | 'failed';

export function refusalKind(failure: Failure): SystemRefusal {
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
