import { createContext, type ReactNode, useContext, useEffect, useTransition } from 'react';
import { loadErrorText } from '../../model/contract/failure.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  level: 1 | 2 | 3 | 4 | 5;
  title?: string;
  onRetry: () => void;
  /** Called when the host is back (ERR-17). Pass the same function on every render. */
  onReturn?: (() => void) | undefined;
  children?: ReactNode;
};

/** Calls `again` each time the host is back; returns a function that stops this. */
export type Return = (again: () => void) => () => void;

/** Why loading may fail now: inside a system, that its host is away (ERR-15); null elsewhere. */
export const Why = createContext<ReactNode>(null);

/** Inside a system, reports when its host is back; null elsewhere. */
export const Returns = createContext<Return | null>(null);

/** Says what failed and, in `children`, why, with a Retry (LOOK-9). */
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
