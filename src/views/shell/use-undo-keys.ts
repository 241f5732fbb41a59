import { useEffect } from 'react';
import type { OperationsRef } from '../../machines/operations/operations-machine.ts';
import { undoKey } from '../../model/changes/undo-keys.ts';

/** Where the keys mean the text that is being typed. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** CHG-31: keys take the last own change back, or the last undo, but for those who are typing. */
export function useUndoKeys(operations: OperationsRef | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const direction = undoKey(event);
      if (direction === null) return;
      if ((event.target as Element | null)?.closest?.(typing)) return;
      event.preventDefault();
      operations?.send({ type: `operations.${direction}` });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [operations]);
}
