import type { AnyActorRef } from 'xstate';

/** The actor of that systemId. Throws where there is none: what it is to be told would be lost unseen. */
export function actorIn<Ref>(system: AnyActorRef['system'], systemId: string): Ref {
  const actor: unknown = system.get(systemId);
  if (actor === undefined) throw new Error(`No actor has the systemId '${systemId}': start it before what needs it`);
  return actor as Ref;
}
