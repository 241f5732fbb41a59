import { expect, test } from 'vitest';
import { leaveWords } from '#model/navigation/leave-words.ts';

test.each([
  [1, 0, 'Log out with unsaved changes?', 'Log out and lose it', ['1 change is not saved yet and may be lost.']],
  [2, 0, 'Log out with unsaved changes?', 'Log out and lose them', ['2 changes are not saved yet and may be lost.']],
  [0, 1, 'Log out during a download?', 'Log out and cancel it', ['1 download is running and will be cancelled.']],
  [0, 2, 'Log out during a download?', 'Log out and cancel them', ['2 downloads are running and will be cancelled.']],
  [
    1,
    1,
    'Log out with unsaved changes?',
    'Log out and lose them',
    ['1 change is not saved yet and may be lost.', '1 download is running and will be cancelled.'],
  ],
])('%i changes and %i downloads are asked about as: %s (CHG-20)', (count, downloads, title, confirm, sentences) => {
  expect(leaveWords('Log out', { count, downloads })).toEqual({ title, confirm, sentences });
});
