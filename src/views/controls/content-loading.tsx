import { useSelector } from '@xstate/react';
import type { LoadingRef } from '../../machines/loading/loading-machine.ts';
import { LoadFailure } from './load-failure.tsx';
import { Skeleton } from './skeleton.tsx';

/** Fills a dialog while its content loads, or says that the content could not be loaded. */
export function ContentLoading({ loading, label }: { loading: LoadingRef | undefined; label: string }) {
  const failure = useSelector(loading, (snapshot) => snapshot?.context.failure ?? null);
  if (failure === null) return <Skeleton label={label} bars={4} barHeight={48} />;
  return (
    <LoadFailure
      title="An error occurred, try refreshing"
      failure={failure}
      onRetry={() => loading?.send({ type: 'loading.retry' })}
    />
  );
}
