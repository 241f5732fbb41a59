import type { AnyActorRef, CallbackActorRef } from 'xstate';
import type { OperationsRef } from './operations-machine.ts';
import { actorIn } from '../support/actor-in.ts';
import type { GuardedWork } from './page-guard-events.ts';

/** The systemId of a host session's operations. */
export const operationsId = 'operations';

/** The systemId of the page guard. */
export const pageGuardId = 'pageGuard';

/** Returns the operations of an actor's session. Throws if there are none, because no edit may be lost. */
export function operationsIn(system: AnyActorRef['system']): OperationsRef {
  return actorIn(system, operationsId);
}

/**
 * Returns the page guard of an actor's session, which makes the browser ask before the page is left. Throws
 * if there is none.
 */
export function pageGuardIn({ system }: { system: AnyActorRef['system'] }): CallbackActorRef<GuardedWork> {
  return actorIn(system, pageGuardId);
}
