import { hasRole } from '../entities/role.ts';
import { type Change, knownItems } from './change.ts';
import { changeKinds, isFinal } from './change-kinds.ts';

/**
 * True for one's own change that one's role may make now: what the host takes back (CHG-17), unless somebody
 * touched the same since.
 */
export function mayUndo(change: Pick<Change, 'by' | 'items'>, person: { id: number; role: number }): boolean {
  const items = knownItems(change.items);
  if (change.by?.id !== person.id || items.length === 0 || items.length !== change.items?.length) return false;
  if (items.some(isFinal)) return false;
  return items.every(({ kind }) => hasRole(person.role, changeKinds[kind].write));
}
