import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { PagedListRef } from '../../machines/paged-list/paged-list-machine.ts';
import type { Failure } from '../../model/contract/failure.ts';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';

/** A list that comes page by page, as a view shows it. */
export type ShownList<List, Filters> = {
  /** Null until it came. */
  list: List | null;
  /** The filters that it was asked for by. */
  filters: Filters;
  /** Why it did not come, or newer entries did not. */
  failure: Failure | null;
  /** True while a list is shown whose newer entries could not be loaded. */
  isMissing: boolean;
  /** True while the newest entries are loaded again. */
  isRenewing: boolean;
  isLoading: boolean;
  retry: () => void;
};

/** What a paged list shows now. */
export function usePagedList<List, Filters>(actor: PagedListRef<List>, codec: AddressCodec<Filters>): ShownList<List, Filters> {
  const list = useSelector(actor, ({ context }) => context.list as List | null);
  const search = useSelector(actor, ({ context }) => context.search);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const isRenewing = useSelector(actor, (snapshot) => snapshot.hasTag('stale'));
  return {
    list,
    filters: useMemo(() => codec.read(search).state, [codec, search]),
    failure: useSelector(actor, ({ context }) => context.failure),
    isMissing: hasFailed && list !== null,
    isRenewing,
    isLoading: useSelector(actor, (snapshot) => snapshot.hasTag('busy')),
    retry: () => actor.send({ type: 'list.retry' }),
  };
}
