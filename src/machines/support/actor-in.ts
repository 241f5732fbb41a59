import type { AnyActorRef } from 'xstate';

/**
 * Returns the actor with that systemId. Throws if there is none, because messages to it would be lost unseen.
 */
export function actorIn<Ref>(system: AnyActorRef['system'], systemId: string): Ref {
  const actor: unknown = system.get(systemId);
  if (actor === undefined) throw new Error(`No actor has the systemId '${systemId}': start it before what needs it`);
  return actor as Ref;
}
