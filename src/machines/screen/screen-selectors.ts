import type { AnyActorRef } from 'xstate';
import type { ResourceRef } from '../resource/resource-machine.ts';
import type { ScreenUnit } from './screen-events.ts';
import type { ScreenContext } from './screen-machine.ts';

/** Returns the unit of the screen in the address; undefined until loaded, and if there is no screen. */
export function unitOf({ id, units }: Pick<ScreenContext, 'id' | 'units'>): ScreenUnit | undefined {
  return id === null ? undefined : units[id];
}

/**
 * Returns a resource of the open screen; undefined if it loads none of that name. Read it with `selectFailed`
 * and `selectStale`; Retry is `session.retry`.
 */
export function selectScreenResource(
  { context: { resources } }: { context: Pick<ScreenContext, 'resources'> },
  name: string,
): ResourceRef | undefined {
  const children = (resources?.getSnapshot() as { children: Record<string, AnyActorRef> } | undefined)?.children;
  return children?.[name] as ResourceRef | undefined;
}
