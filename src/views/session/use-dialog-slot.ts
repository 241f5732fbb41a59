import { useSelector } from '@xstate/react';
import type { DialogSlotRef } from '../../machines/dialog-slot/dialog-slot-machine.ts';
import { failureText } from '../../model/contract/failure.ts';

/**
 * Returns the state of a dialog for its view. `failure` says why the host refused, or is `unanswered` if no
 * answer came.
 */
export function useDialogSlot<Subject>(
  slot: DialogSlotRef<Subject> | undefined,
  unanswered = 'The host did not answer. Try again.',
) {
  const failure = useSelector(slot, (snapshot) => snapshot?.context.failure ?? null);
  return {
    subject: useSelector(slot, (snapshot) => (snapshot?.context.subject ?? null) as Subject | null),
    isOpen: useSelector(slot, (snapshot) => snapshot?.hasTag('open') === true),
    isBusy: useSelector(slot, (snapshot) => snapshot?.hasTag('busy') === true),
    failure: failure === null ? null : failureText(failure, unanswered),
    close: () => slot?.send({ type: 'dialog.close' }),
    confirm: (filled?: unknown) => slot?.send({ type: 'dialog.confirm', filled }),
  };
}
