import { createContext, type ReactNode, useContext, useEffect, useTransition } from 'react';
import { loadErrorText } from '../../model/contract/failure.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  level: 1 | 2 | 3 | 4 | 5;
  title?: string;
  onRetry: () => void;
  /** Called when the host can be reached again (ERR-17). Pass the same function on every render. */
  onReturn?: (() => void) | undefined;
  children?: ReactNode;
};

/** Calls `again` each time the host can be reached again; returns a function that stops this. */
export type Return = (again: () => void) => () => void;

/**
 * Why loading may fail now: that the system's host cannot be reached (ERR-15). Null while it can, and outside
 * a system.
 */
export const Why = createContext<ReactNode>(null);

/** Reports when the system's host can be reached again; null outside a system. */
export const Returns = createContext<Return | null>(null);

/** Says what failed, with a Retry (LOOK-9). `children` say why; by default, `Why` does. */
export function FailedNotice({ onRetry, onReturn, children, ...notice }: Props) {
  const why = useContext(Why);
  const atReturn = useContext(Returns);
  useEffect(() => onReturn && atReturn?.(onReturn), [onReturn, atReturn]);
  return (
    <Notice tone="failed" title={loadErrorText} action={<RetryButton onRetry={onRetry} />} {...notice}>
      {children ?? why}
    </Notice>
  );
}

/**
 * Tries again, and says so until the promise of `onRetry` settles. Further presses do nothing until then
 * (ERR-19).
 */
export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const [isAsking, ask] = useTransition();
  return (
    <Button rank="primary" isBusy={isAsking} onPress={() => ask(onRetry)}>
      {isAsking ? 'Asking…' : 'Retry'}
    </Button>
  );
}
