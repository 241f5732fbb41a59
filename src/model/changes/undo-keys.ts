type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'repeat'>;

/**
 * What keys ask for (CHG-31): Ctrl+Z to undo, Ctrl+Shift+Z or Ctrl+Y to redo; on a Mac ⌘ in place of Ctrl,
 * but for Y, by which browsers there show what was visited. Null for all others.
 */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: Press): 'undo' | 'redo' | null {
  if (altKey || repeat || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}
