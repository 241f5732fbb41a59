import type { AnyActorRef } from 'xstate';
import type { ChangeLineRef } from './change-line-machine.ts';
import { actorIn } from '../support/actor-in.ts';

/** The systemId of a host session's change line. */
export const changeLineId = 'changeLine';

/** Returns the change line of an actor's session. Throws if there is none, because no change may be lost. */
export function changeLineIn(system: AnyActorRef['system']): ChangeLineRef {
  return actorIn(system, changeLineId);
}
