import { createContext, type ReactNode, useContext, useEffect, useTransition } from 'react';
import { loadErrorText } from '../../model/contract/failure.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = {
  level: 1 | 2 | 3 | 4 | 5;
  title?: string;
  onRetry: () => void;
  /** What is done by itself once the host is back (ERR-17): one function, however often this is drawn. */
  onReturn?: (() => void) | undefined;
  children?: ReactNode;
};

/** Calls `again` each time that the host is back, and gives how to stop. */
export type Return = (again: () => void) => () => void;

/** Why what is loaded just now may fail: within a system, that its host is away (ERR-15); null elsewhere. */
export const Why = createContext<ReactNode>(null);

/** Who knows within a system that its host is back; elsewhere nobody. */
export const Returns = createContext<Return | null>(null);

/** Says what failed, and as `children` why, with a Retry (LOOK-9). */
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
 * Asks once more, and says so for as long as the promise of it takes: pressed again meanwhile, it does
 * nothing (ERR-19).
 */
export function RetryButton({ onRetry }: { onRetry: () => void }) {
  const [isAsking, ask] = useTransition();
  return (
    <Button rank="primary" isBusy={isAsking} onPress={() => ask(onRetry)}>
      {isAsking ? 'Asking…' : 'Retry'}
    </Button>
  );
}
