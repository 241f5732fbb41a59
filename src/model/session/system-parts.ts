import { type Failure, errorTypes } from '../contract/failure.ts';
import { systemRunning } from '../entities/system.ts';
import type { Fact } from '../journal/facts.ts';
import type { invalidations } from '../contract/socket-messages.ts';

/** What a host session loads of its system, and loads again when the host says that it is out of date. */
export type Part = (typeof invalidations)[number];

/** Loaded when a session begins; the systems are known by then. */
export const firstParts: readonly Part[] = ['config', 'fleet', 'alarms', 'beacons'];

/** What may have changed while the line was cut. */
export const everyPart: readonly Part[] = ['config', 'fleet', 'alarms', 'beacons', 'systems'];

/** What came of loading parts: the facts of those that came, and why others did not. */
export type LoadedParts = { facts: Fact[]; failures: Partial<Record<Part, Failure>> };

/** Without these there is nothing to show. */
const essential: readonly Part[] = ['config', 'fleet'];

/** Why a system cannot be shown; undefined when it can. A missing alarm list is no reason. */
export function refusalOf({ facts, failures }: LoadedParts): Failure | undefined {
  for (const part of essential) if (failures[part] !== undefined) return failures[part];
  return isShutDown(facts) ? systemOffline : undefined;
}

/** True when a reload says that the system is closed to the person now; a reload that fails on the way says no such thing. */
export function isTurnedAway(loaded: LoadedParts): boolean {
  const refusal = refusalOf(loaded);
  return refusal !== undefined && refusalKind(refusal) !== 'failed';
}

/** The parts that failed and are worth another try: those that the host has not, or forbids, are not. */
export function worthRetrying({ failures }: LoadedParts): Part[] {
  return everyPart.filter((part) => {
    const failure = failures[part];
    return failure !== undefined && !(failure.kind === 'server' && [403, 404, 501].includes(failure.code));
  });
}

/** The parts that failed, whether or not they are tried again unasked. */
export function failedParts(failures: LoadedParts['failures']): Part[] {
  return everyPart.filter((part) => failures[part] !== undefined);
}

/** The parts of both lists, each once. */
export function joinParts(parts: readonly Part[], more: readonly Part[]): readonly Part[] {
  const added = more.filter((part) => !parts.includes(part));
  return added.length === 0 ? parts : [...parts, ...added];
}

/** The failure of a system that is switched off. */
export const systemOffline: Failure = { kind: 'server', code: 503, type: errorTypes.systemOffline };

/** Spec §3: status 1 is operating normally, otherwise shutdown. */
function isShutDown(facts: readonly Fact[]): boolean {
  return facts.some((fact) => fact.type === 'host.configLoaded' && fact.config.status !== systemRunning);
}

/** How a system that cannot be shown is told to the person (spec §2, Shell, other screens). */
export type Refusal = 'offline' | 'unauthorized' | 'unknown' | 'failed';

export function refusalKind(failure: Failure): Refusal {
  if (failure.kind !== 'server') return 'failed';
  if (failure.type === errorTypes.systemOffline) return 'offline';
  if (failure.code === 403) return 'unauthorized';
  return failure.code === 404 ? 'unknown' : 'failed';
}
