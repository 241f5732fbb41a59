import { useEffect } from 'react';
import type { OperationsRef } from '../../machines/operations/operations-machine.ts';

/** Where the keys mean the text that is being typed. */
const typing = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/**
 * Ctrl+Z takes the last own change back, Ctrl+Shift+Z the last undo (on a Mac with its own key), but for
 * those who are typing.
 */
export function useUndoKeys(operations: OperationsRef | undefined): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.altKey || event.repeat) return;
      if ((event.target as Element | null)?.closest?.(typing)) return;
      event.preventDefault();
      operations?.send({ type: event.shiftKey ? 'operations.redo' : 'operations.undo' });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [operations]);
}
