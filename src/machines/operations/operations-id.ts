import type { AnyActorRef } from 'xstate';
import type { OperationsRef } from './operations-machine.ts';

/** The systemId of the one operations actor of a host session. */
export const operationsId = 'operations';

/** The operations of the session an actor belongs to. Throws where there are none: no edit may be lost. */
export function operationsIn(system: AnyActorRef['system']): OperationsRef {
  const operations = system.get(operationsId) as OperationsRef | undefined;
  if (operations === undefined) throw new Error(`No actor has the systemId '${operationsId}': start it before what edits`);
  return operations;
}
