import { alarmFile } from '../../model/alarms/alarm-file.ts';
import { alarmAddress, alarmQuery } from '../../model/alarms/alarm-filters.ts';
import {
  type AlarmHistory,
  type AlarmPage,
  hasOlderAlarms,
  olderLimit,
  renewedLimit,
  withOlderAlarms,
} from '../../model/alarms/alarm-history.ts';
import { type alarmHistoryCalls, maxAlarmsPerCall } from '../../model/contract/alarm-history-calls.ts';
import type { RequestFor } from '../../model/contract/call.ts';
import { pagedList } from '../paged-list/paged-list.ts';
import type { PagedListMachine, PagedListRef } from '../paged-list/paged-list-machine.ts';
import { alarmUpdates } from './alarm-updates.ts';

type Ask = (request: RequestFor<typeof alarmHistoryCalls.listAlarmHistory>, signal?: AbortSignal) => Promise<AlarmPage>;

/**
 * Returns the list of a system's alarms (ALP-2). A new alarm may have ended an earlier one, so all shown
 * alarms are loaded again when the session has new ones.
 */
export function pagedAlarms(ask: Ask): PagedListMachine {
  return pagedList({
    address: alarmAddress,
    updates: alarmUpdates,
    load({ mitasId, filters, list, part }, signal) {
      const shown = list ?? { alarms: [], more: false };
      const bounds =
        part === 'older' ? { before: shown.alarms.at(-1)?.id, limit: olderLimit(shown) } : { limit: renewedLimit(shown) };
      return ask({ params: { mitasId }, query: { ...alarmQuery(filters), ...bounds } }, signal);
    },
    first: (page): AlarmHistory => page,
    withNewest: (_, page) => page,
    withOlder: withOlderAlarms,
    hasOlder: hasOlderAlarms,
    fileOf: ({ mitasId, filters, wish }) =>
      alarmFile(wish, (before) =>
        ask({ params: { mitasId }, query: { ...alarmQuery(filters), limit: maxAlarmsPerCall, before } }),
      ),
  });
}

export type AlarmHistoryRef = PagedListRef<AlarmHistory>;
