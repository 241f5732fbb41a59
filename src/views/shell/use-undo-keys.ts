import { useEffect } from 'react';
import type { OperationsRef } from '../../machines/operations/operations-machine.ts';
import { undoKey } from '../../model/changes/undo-keys.ts';

/** Elements in which the keys for undo edit text instead. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** CHG-31: undoes the last own change or redoes the last undo by keys, except while the person types. */
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
