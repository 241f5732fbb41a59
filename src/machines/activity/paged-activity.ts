import { activityFile } from '../../model/activity/activity-file.ts';
import { activityAddress, type ActivityFilters, activityQuery } from '../../model/activity/activity-filters.ts';
import {
  type ActivityList,
  type ActivityPage,
  firstPage,
  hasOlder,
  isBehind,
  withHeard,
  withNewest,
  withOlder,
  withReceived,
} from '../../model/activity/activity-list.ts';
import { type AsOf, maxChangesPerCall } from '../../model/changes/change.ts';
import type { activityCalls } from '../../model/contract/activity-calls.ts';
import type { RequestFor } from '../../model/contract/call.ts';
import { pagedList } from '../paged-list/paged-list.ts';
import type { PagedListMachine, PagedListRef } from '../paged-list/paged-list-machine.ts';
import type { ChangeMessage } from './activity-events.ts';
import { changeUpdates } from './change-updates.ts';

type Ask = (request: RequestFor<typeof activityCalls.listActivity>, signal?: AbortSignal) => Promise<ActivityPage>;

/**
 * Returns the list of who changed what in this system (CHG-21). Changes that arrive on the live line are
 * added at the top; if some were missed, the newest page is loaded again.
 */
export function pagedActivity(ask: Ask): PagedListMachine {
  return pagedList({
    address: activityAddress,
    updates: changeUpdates,
    load({ mitasId, filters, list, part }, signal) {
      const before = part === 'older' ? list?.changes.at(-1)?.revision : undefined;
      return ask({ params: { mitasId }, query: { ...activityQuery(filters), before } }, signal);
    },
    first: firstPage,
    withNewest,
    withOlder,
    withMessage: withChangeMessage,
    hasOlder,
    isBehind,
    fileOf: ({ mitasId, filters, wish }) =>
      activityFile(wish, (before) =>
        ask({ params: { mitasId }, query: { ...activityQuery(filters), limit: maxChangesPerCall, before } }),
      ),
  });
}

export type ActivityRef = PagedListRef<ActivityList>;

function withChangeMessage(list: ActivityList, message: ChangeMessage, filters: ActivityFilters): ActivityList {
  switch (message.type) {
    case 'changed': {
      const { epoch, ...change } = message.payload;
      return withHeard(list, epoch, change, filters);
    }
    case 'heartbeat':
      return receivedUpTo(list, message.payload.changes);
    case 'invalidate':
      return receivedUpTo(list, message.asOf);
  }
}

function receivedUpTo(list: ActivityList, asOf: AsOf | undefined): ActivityList {
  return asOf === undefined ? list : withReceived(list, asOf);
}
