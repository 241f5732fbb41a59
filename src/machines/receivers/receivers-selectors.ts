import { hasRole, researcher } from '../../model/entities/role.ts';
import { refusalOfMore } from '../../model/receivers/new-receivers.ts';
import type { JournalSnapshot } from '../journal/journal-actor.ts';
import { presentRole, shown } from '../journal/journal-selectors.ts';
import { selectPending } from '../operations/operations-selectors.ts';

/** True where the person's role may change receivers and sites (ROLE-3); the host judges it anyway. */
export function selectMayEdit(journal: JournalSnapshot): boolean {
  return hasRole(presentRole(journal) ?? Infinity, researcher);
}

/**
 * Why the system takes no `wanted` receivers more (RX-33), as far as is known here; null where it does.
 * `now` in ms since the epoch, 0 where the time is not known.
 */
export function selectRefusalOfMore(journal: JournalSnapshot, wanted: number, now: number): string | null {
  const { host, fleet } = shown(journal);
  return refusalOfMore(host.config, Object.keys(fleet.receivers).length, wanted, now);
}

/** True while a move of this person from a site is not confirmed: the host may have the receiver there. */
export function selectIsBeingLeft(operations: Parameters<typeof selectPending>[0], siteId: number): boolean {
  return selectPending(operations).some(
    ({ edit, standing }) => standing !== 'confirmed' && edit?.call === 'moveReceiver' && edit.request.body.oldSiteId === siteId,
  );
}
