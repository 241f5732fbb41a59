import type { SnapshotFrom } from 'xstate';
import type { notificationsMachine } from '../notifications/notifications-machine.ts';
import type { BrowserAlarmsId } from './browser-alarms-events.ts';
import type { BrowserAlarmsRef } from './browser-alarms-machine.ts';

const browserAlarmsId: BrowserAlarmsId = 'browserAlarms';

/** Returns the actor for browser notifications; undefined until it is loaded, or if it broke. */
export function selectBrowserAlarms(
  snapshot: SnapshotFrom<typeof notificationsMachine> | undefined,
): BrowserAlarmsRef | undefined {
  const shows = (snapshot?.children as Record<string, BrowserAlarmsRef | undefined> | undefined)?.[browserAlarmsId];
  return shows?.getSnapshot().status === 'active' ? shows : undefined;
}
