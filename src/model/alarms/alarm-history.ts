import type { ReplyFor } from '../contract/call.ts';
import { type alarmHistoryCalls, alarmPage, maxAlarmsPerCall, type PastAlarm } from '../contract/alarm-history-calls.ts';

export type AlarmPage = ReplyFor<typeof alarmHistoryCalls.listAlarmHistory>;

/** What the page shows of the history: newest first, without a gap; `more` where older ones follow. */
export type AlarmHistory = { readonly alarms: readonly PastAlarm[]; readonly more: boolean };

/** The most alarms that are shown, as many as one call renews; older ones are in the file. */
const maxShownAlarms = maxAlarmsPerCall;

/** With a page of older alarms behind. */
export function withOlderAlarms({ alarms }: AlarmHistory, page: AlarmPage): AlarmHistory {
  const last = alarms.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  return { alarms: [...alarms, ...page.alarms.filter(({ id }) => id < last)], more: page.more };
}

/** True where older alarms can be asked for. */
export function hasOlderAlarms({ alarms, more }: AlarmHistory): boolean {
  return more && alarms.length < maxShownAlarms;
}

/** How many alarms an older page holds, so that no more are shown than one call renews. */
export function olderLimit({ alarms }: AlarmHistory): number {
  return Math.min(alarmPage, maxShownAlarms - alarms.length);
}

/** How many alarms a renewal asks for: as many as are shown, a page at least. */
export function renewedLimit({ alarms }: AlarmHistory): number {
  return Math.max(alarmPage, alarms.length);
}
