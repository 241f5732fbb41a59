import { type AnyActorRef, createActor, fromTransition } from 'xstate';
import { operationsId } from './operations-id.ts';
import type { OperationsRef } from './operations-machine.ts';

/**
 * The operations of the session an actor belongs to; where there are none, an actor that throws on the first
 * thing sent to it (see `journalIn`).
 */
export function operationsIn(system: AnyActorRef['system']): OperationsRef {
  const operations = system.get(operationsId) as OperationsRef | undefined;
  return operations ?? (createActor(noOperations).start() as unknown as OperationsRef);
}

const noOperations = fromTransition((): never => {
  throw new Error(`No actor has the systemId '${operationsId}': start the operations before what a person changes by`);
}, undefined);
