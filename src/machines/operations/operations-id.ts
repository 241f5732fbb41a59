import type { AnyActorRef, CallbackActorRef } from 'xstate';
import type { OperationsRef } from './operations-machine.ts';
import { actorIn } from '../support/actor-in.ts';
import type { GuardedWork } from './page-guard-events.ts';

/** The systemId of the one operations actor of a host session. */
export const operationsId = 'operations';

/** The systemId of what asks before the page is left. */
export const pageGuardId = 'pageGuard';

/** The operations of the session an actor belongs to. Throws where there are none: no edit may be lost. */
export function operationsIn(system: AnyActorRef['system']): OperationsRef {
  return actorIn(system, operationsId);
}

/** What asks before the page of the session an actor belongs to is left. Throws where there is none. */
export function pageGuardIn({ system }: { system: AnyActorRef['system'] }): CallbackActorRef<GuardedWork> {
  return actorIn(system, pageGuardId);
}
