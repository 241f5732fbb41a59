import { hasRole, researcher } from '../../model/entities/role.ts';
import { refusalOfMore } from '../../model/receivers/new-receivers.ts';
import type { JournalSnapshot } from '../journal/journal-actor.ts';
import { presentRole, shown } from '../journal/journal-selectors.ts';
import { selectPending } from '../operations/operations-selectors.ts';

/** Returns true if the person's role may change receivers and sites (ROLE-3); the host checks it anyway. */
export function selectMayEdit(journal: JournalSnapshot): boolean {
  return hasRole(presentRole(journal) ?? Infinity, researcher);
}

/**
 * Returns why the system cannot have `wanted` more receivers (RX-33), as far as the page knows; null if it
 * can. `now` in ms since the epoch, 0 if unknown.
 */
export function selectRefusalOfMore(journal: JournalSnapshot, wanted: number, now: number): string | null {
  const { host, fleet } = shown(journal);
  return refusalOfMore(host.config, Object.keys(fleet.receivers).length, wanted, now);
}

/**
 * Returns true while moving a receiver away from the site is not confirmed, because the host may still count
 * it there.
 */
export function selectIsBeingLeft(operations: Parameters<typeof selectPending>[0], siteId: number): boolean {
  return selectPending(operations).some(
    ({ edit, status }) => status !== 'confirmed' && edit?.call === 'moveReceiver' && edit.request.body.oldSiteId === siteId,
  );
}
