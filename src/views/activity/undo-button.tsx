import type { Change } from '../../model/changes/change.ts';

export function UndoButton(_: { change: Change; undone: boolean }) {
  return null;
}
