import type { AnyActorRef } from 'xstate';
import type { ResourceRef } from '../resource/resource-machine.ts';
import type { ScreenUnit } from './screen-events.ts';
import type { ScreenContext } from './screen-machine.ts';

/** The unit of the screen in the address; undefined until it is loaded, and where there is no screen. */
export function unitOf({ id, units }: Pick<ScreenContext, 'id' | 'units'>): ScreenUnit | undefined {
  return id === null ? undefined : units[id];
}

/**
 * One of the things that the open screen loads; undefined where it loads none of that name. `selectFailed`
 * and `selectStale` read it, Retry is `session.retry`.
 */
export function selectScreenResource(
  { context: { resources } }: { context: Pick<ScreenContext, 'resources'> },
  name: string,
): ResourceRef | undefined {
  const children = (resources?.getSnapshot() as { children: Record<string, AnyActorRef> } | undefined)?.children;
  return children?.[name] as ResourceRef | undefined;
}
