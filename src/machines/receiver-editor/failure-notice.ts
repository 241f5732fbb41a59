import type { AnyActorRef } from 'xstate';
import { withAskedEdit } from '../../model/receiver-editor/editor-address.ts';
import type { Notice } from '../../model/entities/notice.ts';
import { screenUrl } from '../../model/navigation/addresses.ts';
import { addressBarId } from '../app/address-bar-id.ts';
import type { AddressCommand } from '../app/app-events.ts';
import { type JournalRef, journalIn } from '../journal/journal-actor.ts';
import { snackbarId } from '../snackbar/notify.ts';
import type { SnackbarRef } from '../snackbar/snackbar-machine.ts';
import type { ReceiverEditorInput } from './receiver-editor-events.ts';

/** The keys of each session's messages about values that could not be saved. */
const offered = new WeakMap<JournalRef, Set<string>>();

/**
 * Returns a notice that stays until dismissed and can open the editor with the unsaved values, over the list
 * as it was (CFG-13).
 */
export function failureNotice({ mitasId, rxId, search }: ReceiverEditorInput, message: string): Notice {
  const to = `${screenUrl(mitasId, 'receivers')}${withAskedEdit(search, { kind: 'editor', rxId })}`;
  const event = { type: 'address.go', to, how: 'push' } satisfies AddressCommand;
  const act = { label: 'Open with my values', to: addressBarId, event };
  return { message, variant: 'error', timeout: null, key: keyOf(rxId), act };
}

/**
 * Retracts the message about a receiver that could not be saved, because its values are in an editor again.
 */
export function retractFailure(system: AnyActorRef['system'], rxId: number): void {
  (system.get(snackbarId) as SnackbarRef | undefined)?.send({ type: 'snackbar.retract', key: keyOf(rxId) });
}

/** Retracts the message when the session ends, because its values are dropped then. */
export function retractAfterSession(system: AnyActorRef['system'], rxId: number): void {
  const journal = journalIn(system);
  const keys = offered.get(journal) ?? new Set<string>();
  keys.add(keyOf(rxId));
  if (offered.has(journal)) return;
  offered.set(journal, keys);
  const snackbar = system.get(snackbarId) as SnackbarRef | undefined;
  const retractAll = (): void => {
    for (const key of keys) snackbar?.send({ type: 'snackbar.retract', key });
  };
  journal.subscribe({ complete: retractAll, error: retractAll });
}

function keyOf(rxId: number): string {
  return `receiver.${rxId}`;
}
