import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { BackSteps } from '../../model/navigation/back-steps.ts';

/** Back without a history, as on a page of tests. */
const noSteps: BackSteps = { open: () => () => {}, leave: () => {} };

/** The steps that Back takes (NAV-34). */
export const BackStepsContext = createContext<BackSteps>(noSteps);

/** What the content of a dialog asks the holder of. */
type Closing = {
  /** Closes the dialog, or asks where something is typed. */
  close: () => void;
  noteTyped: (isTyped: boolean) => void;
};

/** The closing of the dialog around. */
export const DialogClosing = createContext<Closing | null>(null);

/** Has Back call `onBack` while something is open over the page. */
export function useBackStep(isOpen: boolean, onBack: () => void): void {
  const steps = useContext(BackStepsContext);
  const back = useEffectEvent(onBack);
  useEffect(() => (isOpen ? steps.open(() => back()) : undefined), [isOpen, steps]);
}

/** Has the dialog around ask before it is closed while `isTyped` (FORM-21). */
export function useTyped(isTyped: boolean): void {
  const { noteTyped } = useClosing();
  useEffect(() => {
    if (!isTyped) return undefined;
    noteTyped(true);
    return () => noteTyped(false);
  }, [isTyped, noteTyped]);
}

/** Returns what closes the dialog around, or asks. */
export function useDialogClose(): () => void {
  return useClosing().close;
}

/** Throws outside of a DialogHolder: that is a defect of the page. */
function useClosing(): Closing {
  const closing = useContext(DialogClosing);
  if (closing === null) throw new Error('The form of a dialog was rendered outside of its holder');
  return closing;
}
