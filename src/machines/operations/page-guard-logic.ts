import { type AnyActorRef, fromCallback } from 'xstate';
import type { PageGuard } from '../../services/ports.ts';
import { operationsId } from './operations-id.ts';
import type { OperationsRef } from './operations-machine.ts';
import { hasUnsaved } from './operations-selectors.ts';

/** Holds the page while a change of this session is not saved, so that closing it asks. */
export function pageGuardLogic(guard: PageGuard) {
  return fromCallback(({ system }) => {
    const operations = system.get(operationsId) as (OperationsRef & AnyActorRef) | undefined;
    if (operations === undefined) throw new Error(`No actor has the systemId '${operationsId}': start it before what guards it`);
    let release: (() => void) | null = null;
    const look = (snapshot: ReturnType<OperationsRef['getSnapshot']>): void => {
      const unsaved = hasUnsaved(snapshot);
      if (unsaved && release === null) release = guard.hold();
      if (unsaved || release === null) return;
      release();
      release = null;
    };
    look(operations.getSnapshot());
    const subscription = operations.subscribe(look);
    return () => {
      subscription.unsubscribe();
      release?.();
    };
  });
}
