import { alarmCodes } from '#model/entities/alarm.ts';
import { receiverStatuses } from '#model/entities/receiver.ts';
import type { Db } from '../../platform/store/database.ts';
import { lastAlarmOf } from '../../platform/store/fleet/alarms.ts';
import { lastStateOf, type StateChange } from '../../platform/store/fleet/receiver-states.ts';
import { alarmOf } from './presence-model.ts';
import { firstStatus } from './receiver-states.ts';

const { online, offline, disabled } = receiverStatuses;
/** States by which a receiver is missed or not; in all others it is on its way from one to the next. */
const settled: readonly number[] = [online, offline, disabled];

/**
 * The alarm that a written change of state from `before` raises; null for none (ALM-5). What lies between
 * two settled states says nothing: one that reboots and does not come back went offline.
 */
export async function alarmOfChange(
  within: Db,
  systemId: string,
  { rxId, status, ts }: StateChange,
  before: number,
): Promise<number | null> {
  if (status === online) {
    const { wentOffline, backOnline } = alarmCodes;
    return alarmOf(before, status, await lastAlarmOf(within, systemId, rxId, [wentOffline, backOnline]));
  }
  if (status !== offline) return null;
  const stood = settled.includes(before) ? before : ((await lastStateOf(within, rxId, ts, settled)) ?? firstStatus);
  return alarmOf(stood, status, null);
}
