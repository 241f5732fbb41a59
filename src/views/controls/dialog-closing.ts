import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { BackSteps } from '../../model/navigation/back-steps.ts';

/** The default for pages without a history, as in tests: Back closes nothing. */
const noSteps: BackSteps = { open: () => () => {}, leave: () => {} };

/** Lets dialogs register what Back closes (NAV-34). */
export const BackStepsContext = createContext<BackSteps>(noSteps);

/** What the content of a dialog can ask its holder to do. */
type Closing = {
  /** Closes the dialog, or asks first if something is typed. */
  close: () => void;
  noteTyped: (isTyped: boolean) => void;
};

/** The holder of the surrounding dialog; null outside a dialog. */
export const DialogClosing = createContext<Closing | null>(null);

/** Makes Back call `onBack` while something is open over the page. */
export function useBackStep(isOpen: boolean, onBack: () => void): void {
  const steps = useContext(BackStepsContext);
  const back = useEffectEvent(onBack);
  useEffect(() => (isOpen ? steps.open(() => back()) : undefined), [isOpen, steps]);
}

/** Makes the surrounding dialog ask before it closes while `isTyped` (FORM-21). */
export function useTyped(isTyped: boolean): void {
  const { noteTyped } = useClosing();
  useEffect(() => {
    if (!isTyped) return undefined;
    noteTyped(true);
    return () => noteTyped(false);
  }, [isTyped, noteTyped]);
}

/** Returns a function that closes the surrounding dialog, or asks first if something is typed. */
export function useDialogClose(): () => void {
  return useClosing().close;
}

/**
 * Returns the surrounding dialog's holder. @throws Error outside a DialogHolder, which is a bug of the page.
 */
function useClosing(): Closing {
  const closing = useContext(DialogClosing);
  if (closing === null) throw new Error('The form of a dialog was rendered outside of its holder');
  return closing;
}
