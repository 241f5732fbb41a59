import type { SnapshotFrom } from 'xstate';
import type { notificationsMachine } from '../notifications/notifications-machine.ts';
import type { BrowserAlarmsId } from './browser-alarms-events.ts';
import type { BrowserAlarmsRef } from './browser-alarms-machine.ts';

const browserAlarmsId: BrowserAlarmsId = 'browserAlarms';

/** What shows alarms outside of the page; undefined until it is there, and where it broke. */
export function selectBrowserAlarms(
  snapshot: SnapshotFrom<typeof notificationsMachine> | undefined,
): BrowserAlarmsRef | undefined {
  const shows = (snapshot?.children as Record<string, BrowserAlarmsRef | undefined> | undefined)?.[browserAlarmsId];
  return shows?.getSnapshot().status === 'active' ? shows : undefined;
}
