import { createContext, type ReactNode, useContext } from 'react';
import { loadErrorText } from '../../model/contract/failure.ts';
import { Notice } from './notice.tsx';
import { PillButton } from './pill-button.tsx';

type Props = { level: 1 | 2 | 3; title?: string; onRetry: () => void; children?: ReactNode };

/** Why what is loaded just now may fail: within a system, that its host is away (ERR-15); null elsewhere. */
export const Why = createContext<ReactNode>(null);

/** Says what failed, and as `children` why, with a Retry (LOOK-9). */
export function FailedNotice({ onRetry, children, ...notice }: Props) {
  const why = useContext(Why);
  return (
    <Notice
      tone="failed"
      title={loadErrorText}
      action={
        <PillButton variant="accent" onPress={onRetry}>
          Retry
        </PillButton>
      }
      {...notice}
    >
      {children ?? why}
    </Notice>
  );
}
