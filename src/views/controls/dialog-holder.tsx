import { DialogContainer } from '@adobe/react-spectrum/DialogContainer';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { DialogClosing, useBackStep } from './dialog-closing.ts';
import { ConfirmDialog } from './form-dialog.tsx';

type Props = {
  /** Keeps Escape and Back from closing the dialog, for example while the host answers. */
  isHeld?: boolean;
  /** True if the address says that the dialog is open: Back then already closes it. */
  isInAddress?: boolean;
  onDismiss: () => void;
  /** The open dialog; null while none is open. */
  children: ReactElement | null;
};

/** Holds a dialog over the page. Escape and Back close it, but ask first if something is typed (FORM-21). */
export function DialogHolder({ isHeld = false, isInAddress = false, onDismiss, children }: Props) {
  const isOpen = children !== null;
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  if (isAsking && !isOpen) setAsking(false);
  const close = (): void => {
    if (isHeld) return;
    if (isTyped.current) setAsking(true);
    else onDismiss();
  };
  useBackStep(isOpen && !isInAddress, close);
  const current = useRef(close);
  useEffect(() => {
    current.current = close;
  });
  const closing = useMemo(
    () => ({ close: () => current.current(), noteTyped: (typed: boolean) => void (isTyped.current = typed) }),
    [],
  );
  const discard = (): void => {
    setAsking(false);
    onDismiss();
  };
  return (
    <>
      <DialogContainer isKeyboardDismissDisabled={isHeld} onDismiss={close}>
        {children === null ? null : <DialogClosing value={closing}>{children}</DialogClosing>}
      </DialogContainer>
      {isOpen && isAsking ? (
        <LeaveQuestion title="Discard what you typed?" confirm="Discard" onStay={() => setAsking(false)} onDiscard={discard}>
          It is not saved and would be lost.
        </LeaveQuestion>
      ) : null}
    </>
  );
}

type LeaveProps = { onStay: () => void; onDiscard: () => void; title?: string; confirm?: string; children?: string };

/** Asks before unsaved changes are lost. */
export function LeaveQuestion(props: LeaveProps) {
  const { onStay, onDiscard, title = 'Leave with unsaved changes?', confirm = 'Discard changes', children } = props;
  return (
    <DialogHolder onDismiss={onStay}>
      <ConfirmDialog title={title} cancel="Stay" confirm={confirm} onConfirm={onDiscard} onClose={onStay}>
        {children ?? 'Your changes are not saved and would be lost.'}
      </ConfirmDialog>
    </DialogHolder>
  );
}
