import type { ReplyFor } from '../contract/call.ts';
import { type alarmHistoryCalls, alarmPage, maxAlarmsPerCall, type PastAlarm } from '../contract/alarm-history-calls.ts';

export type AlarmPage = ReplyFor<typeof alarmHistoryCalls.listAlarmHistory>;

/** The alarms on the page: newest first, without gaps; `more` is true if older ones exist. */
export type AlarmHistory = { readonly alarms: readonly PastAlarm[]; readonly more: boolean };

/** The most alarms to show, as many as one call can refresh; older ones are in the file. */
const maxShownAlarms = maxAlarmsPerCall;

/** Appends a page of older alarms. */
export function withOlderAlarms({ alarms }: AlarmHistory, page: AlarmPage): AlarmHistory {
  const last = alarms.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return { alarms: [...alarms, ...page.alarms.filter(({ id }) => id < last)], more: page.more };
}

/** Returns true if older alarms can be loaded. */
export function hasOlderAlarms({ alarms, more }: AlarmHistory): boolean {
  return more && alarms.length < maxShownAlarms;
}

/**
 * Returns the size of the next older page. It is limited so that one call can still refresh all shown alarms.
 */
export function olderLimit({ alarms }: AlarmHistory): number {
  return Math.min(alarmPage, maxShownAlarms - alarms.length);
}

/** Returns how many alarms a refresh requests: as many as are shown, at least a page. */
export function renewedLimit({ alarms }: AlarmHistory): number {
  return Math.max(alarmPage, alarms.length);
}
