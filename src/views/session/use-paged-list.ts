import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { PagedListRef, PagedListSnapshot } from '../../machines/paged-list/paged-list-machine.ts';
import type { Failure } from '../../model/contract/failure.ts';
import type { AddressCodec } from '../../model/navigation/address-codec.ts';

/** A list that loads page by page, as a view shows it. */
export type ShownList<List, Filters> = {
  /** Null until the list has arrived. */
  list: List | null;
  /** The filters with which the list was requested. */
  filters: Filters;
  /** Why the list, or its newer entries, failed to load. */
  failure: Failure | null;
  /** True if there is no list to show, so an error with Retry replaces it. */
  isFailed: boolean;
  /** True while a list is shown whose newer entries failed to load. */
  isMissing: boolean;
  /** True while the newest entries are being reloaded. */
  isRenewing: boolean;
  isLoading: boolean;
  retry: () => void;
};

const has = (tag: 'failed' | 'stale' | 'busy') => (snapshot: PagedListSnapshot | undefined) => snapshot?.hasTag(tag) ?? false;

/**
 * Returns the state of a paged list for its view. A list that ended by a defect has failed; `revive` starts a
 * new one.
 */
export function usePagedList<List, Filters>(
  actor: PagedListRef<List> | undefined,
  codec: AddressCodec<Filters>,
  revive?: () => void,
): ShownList<List, Filters> {
  const list = useSelector(actor, (snapshot) => (snapshot?.context.list ?? null) as List | null);
  const search = useSelector(actor, (snapshot) => snapshot?.context.search ?? '');
  const isGone = useSelector(actor, (snapshot) => snapshot === undefined || snapshot.status === 'error');
  const hasFailed = useSelector(actor, has('failed'));
  return {
    list,
    filters: useMemo(() => codec.read(search).state, [codec, search]),
    failure: useSelector(actor, (snapshot) => snapshot?.context.failure ?? null),
    isFailed: isGone || (hasFailed && list === null),
    isMissing: hasFailed && list !== null,
    isRenewing: useSelector(actor, has('stale')),
    isLoading: useSelector(actor, has('busy')),
    retry: () => (actor === undefined ? revive?.() : actor.send({ type: 'list.retry' })),
  };
}
