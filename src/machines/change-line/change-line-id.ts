import type { AnyActorRef } from 'xstate';
import type { ChangeLineRef } from './change-line-machine.ts';

/** The systemId of the one change line of a host session. */
export const changeLineId = 'changeLine';

/** The change line of the session an actor belongs to. Throws where there is none: no change may be lost. */
export function changeLineIn(system: AnyActorRef['system']): ChangeLineRef {
  const changeLine = system.get(changeLineId) as ChangeLineRef | undefined;
  if (changeLine === undefined)
    throw new Error(`No actor has the systemId '${changeLineId}': start the change line before what reports to it`);
  return changeLine;
}
