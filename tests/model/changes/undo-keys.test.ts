import { expect, test } from 'vitest';
import { undoKey } from '#model/changes/undo-keys.ts';

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, repeat: false };

test.each<[string, string, Partial<typeof none>, 'undo' | 'redo' | null]>([
  ['Ctrl+Z', 'z', { ctrlKey: true }, 'undo'],
  ['Ctrl+Shift+Z', 'Z', { ctrlKey: true, shiftKey: true }, 'redo'],
  ['Ctrl+Y', 'y', { ctrlKey: true }, 'redo'],
  ['Ctrl+Y with caps lock', 'Y', { ctrlKey: true }, 'redo'],
  ['Ctrl+Shift+Y', 'Y', { ctrlKey: true, shiftKey: true }, null],
  ['⌘Z', 'z', { metaKey: true }, 'undo'],
  ['⌘⇧Z', 'Z', { metaKey: true, shiftKey: true }, 'redo'],
  ['⌘Y, which shows what was visited', 'y', { metaKey: true }, null],
  ['Z', 'z', {}, null],
  ['Ctrl+Alt+Z', 'z', { ctrlKey: true, altKey: true }, null],
  ['Ctrl+Z that is held', 'z', { ctrlKey: true, repeat: true }, null],
  ['Ctrl+X', 'x', { ctrlKey: true }, null],
])('%s (CHG-31)', (_, key, held, asked) => {
  expect(undoKey({ ...none, key, ...held })).toBe(asked);
});
