import { fromCallback } from 'xstate';
import type { PageGuard } from '../../services/ports.ts';
import { operationsIn } from './operations-id.ts';
import type { OperationsRef } from './operations-machine.ts';
import { countUnsaved } from './operations-selectors.ts';
import type { GuardedWork } from './page-guard-events.ts';

/**
 * Reports the session's unsaved changes and running downloads, and makes the browser ask before closing the
 * page while there are any.
 */
export function pageGuardLogic(guard: PageGuard) {
  return fromCallback<GuardedWork>(({ system, sendBack, receive }) => {
    const operations = operationsIn(system);
    const downloads = new Set<number>();
    let release: (() => void) | null = null;
    let [changes, running] = [0, 0];
    const look = (snapshot: ReturnType<OperationsRef['getSnapshot']>): void => {
      const count = countUnsaved(snapshot);
      if (count !== changes || downloads.size !== running)
        sendBack({ type: 'unsaved.counted', count, downloads: downloads.size });
      [changes, running] = [count, downloads.size];
      const isHeld = count + downloads.size > 0;
      if (isHeld && release === null) release = guard.hold();
      if (isHeld || release === null) return;
      release();
      release = null;
    };
    look(operations.getSnapshot());
    const subscription = operations.subscribe(look);
    receive(({ type, id }) => {
      if (type === 'download.begun') downloads.add(id);
      else downloads.delete(id);
      look(operations.getSnapshot());
    });
    return () => {
      subscription.unsubscribe();
      release?.();
    };
  });
}
