import { hasRole } from '../entities/role.ts';
import { type Change, knownItems } from './change.ts';
import { changeKinds, isFinal } from './change-kinds.ts';

/**
 * True for the person's own change that their role may make now. The host undoes it (CHG-17) unless the same
 * fields were changed since.
 */
export function mayUndo(change: Pick<Change, 'by' | 'items'>, person: { id: number; role: number }): boolean {
  const items = knownItems(change.items);
  if (change.by?.id !== person.id || items.length === 0 || items.length !== change.items?.length) return false;
  if (items.some(isFinal)) return false;
  return items.every(({ kind }) => hasRole(person.role, changeKinds[kind].write));
}
