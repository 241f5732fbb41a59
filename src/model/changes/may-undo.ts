import { hasRole } from '../entities/role.ts';
import { type Change, knownItems } from './change.ts';
import { changeKinds, isFinal } from './change-kinds.ts';

/**
 * Returns true if the change is the person's own, is not final, and their current role may make all of its
 * items. The host may still refuse to undo it (CHG-17), if the same fields were changed later.
 */
export function mayUndo(change: Pick<Change, 'by' | 'items'>, person: { id: number; role: number }): boolean {
  const items = knownItems(change.items);
  if (change.by?.id !== person.id || items.length === 0 || items.length !== change.items?.length) return false;
  if (items.some(isFinal)) return false;
  return items.every(({ kind }) => hasRole(person.role, changeKinds[kind].write));
}
