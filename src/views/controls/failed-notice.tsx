import type { ReactNode } from 'react';
import { loadErrorText } from '../../model/contract/failure.ts';
import { Notice } from './notice.tsx';
import { PillButton } from './pill-button.tsx';

type Props = { level: 1 | 2 | 3; title?: string; onRetry: () => void; children?: ReactNode };

/** Says what failed, and as `children` why, with a Retry (LOOK-9). */
export function FailedNotice({ onRetry, ...notice }: Props) {
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
    />
  );
}
