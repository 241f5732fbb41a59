type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'repeat'>;

/**
 * Returns what a key press requests (CHG-31): Ctrl+Z undoes, Ctrl+Shift+Z or Ctrl+Y redoes. On a Mac, ⌘ works
 * like Ctrl, except ⌘Y, which opens the browser's history. Returns null for all other keys.
 */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: Press): 'undo' | 'redo' | null {
  if (altKey || repeat || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey && !shiftKey ? 'redo' : null;
}
