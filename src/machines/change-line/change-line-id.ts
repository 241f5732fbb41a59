import type { AnyActorRef } from 'xstate';
import type { ChangeLineRef } from './change-line-machine.ts';
import { actorIn } from '../support/actor-in.ts';

/** The systemId of the one change line of a host session. */
export const changeLineId = 'changeLine';

/** The change line of the session an actor belongs to. Throws where there is none: no change may be lost. */
export function changeLineIn(system: AnyActorRef['system']): ChangeLineRef {
  return actorIn(system, changeLineId);
}
