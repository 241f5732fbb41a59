import { type AnyEventObject, fromCallback } from 'xstate';
import type { PageGuard } from '../../services/ports.ts';
import { operationsIn } from './operations-id.ts';
import type { OperationsRef } from './operations-machine.ts';
import { countUnsaved } from './operations-selectors.ts';

/**
 * Reports how many changes of this session are not saved, and holds the page while there are such, so that
 * closing it asks.
 */
export function pageGuardLogic(guard: PageGuard) {
  return fromCallback<AnyEventObject>(({ system, sendBack }) => {
    const operations = operationsIn(system);
    let release: (() => void) | null = null;
    let counted = 0;
    const look = (snapshot: ReturnType<OperationsRef['getSnapshot']>): void => {
      const count = countUnsaved(snapshot);
      if (count !== counted) sendBack({ type: 'unsaved.counted', count });
      counted = count;
      if (count > 0 && release === null) release = guard.hold();
      if (count > 0 || release === null) return;
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
